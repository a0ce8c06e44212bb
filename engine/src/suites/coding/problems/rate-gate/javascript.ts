import type { Programs } from '../../problem.ts';
import type { Rule } from './solvers.ts';

/** Two right programs in JavaScript, and faults of the first one. */
export const javascript = ({ includes }: Rule, entry: string): Programs => ({
  right: [
    `class ${entry} {
  #visits = new Map();

  constructor(limit, span) {
    this.limit = limit;
    this.span = span;
  }

  recent(who, time) {
    return (this.#visits.get(who) || []).filter((t) => time - t ${includes ? '<=' : '<'} this.span);
  }

  left(who, time) {
    return this.limit - this.recent(who, time).length;
  }

  allow(who, time) {
    const recent = this.recent(who, time);
    if (recent.length >= this.limit) return false;
    this.#visits.set(who, [...recent, time]);
    return true;
  }
}`,
    `function ${entry}(limit, span) {
  const log = [];
  const used = (who, time) => log.filter((visit) => visit.who === who && visit.time + span ${includes ? '>=' : '>'} time).length;
  this.left = (who, time) => limit - used(who, time);
  this.allow = (who, time) => {
    const allowed = used(who, time) < limit;
    if (allowed) log.push({ who, time });
    return allowed;
  };
}`,
  ],
  faults: [
    {
      name: 'the end of the span is one off',
      edits: [[includes ? '<= this.span' : '< this.span', includes ? '< this.span' : '<= this.span']],
      fails: ['the end of the span'],
    },
    {
      name: 'looking counts as a visit',
      edits: [
        [
          'return this.limit - this.recent(who, time).length;',
          'const left = this.limit - this.recent(who, time).length;\n    this.allow(who, time);\n    return left;',
        ],
      ],
      fails: ['the end of the span', 'looking changes nothing'],
    },
    {
      name: 'counts from the first visit on',
      edits: [[`time - t ${includes ? '<=' : '<'} this.span`, 'true']],
      fails: ['the end of the span', 'refused visits do not count'],
    },
  ],
});
