import type { Programs } from '../../problem.ts';
import type { Rule } from './solvers.ts';

/** Two right programs in Python, and faults of the first one. */
export const python = ({ includes }: Rule, entry: string): Programs => ({
  right: [
    `class ${entry}:
    def __init__(self, limit, span):
        self.limit = limit
        self.span = span
        self.visits = {}

    def recent(self, who, time):
        return [t for t in self.visits.get(who, []) if time - t ${includes ? '<=' : '<'} self.span]

    def left(self, who, time):
        return self.limit - len(self.recent(who, time))

    def allow(self, who, time):
        if self.left(who, time) <= 0:
            return False
        self.visits.setdefault(who, []).append(time)
        return True`,
    `from collections import defaultdict, deque
from dataclasses import dataclass, field

@dataclass
class ${entry}:
    limit: int
    span: int
    queues: dict = field(default_factory=lambda: defaultdict(deque))

    def left(self, who, time):
        queue = self.queues[who]
        while queue and queue[0] + self.span ${includes ? '<' : '<='} time:
            queue.popleft()
        return self.limit - len(queue)

    def allow(self, who, time):
        allowed = self.left(who, time) > 0
        if allowed:
            self.queues[who].append(time)
        return allowed`,
  ],
  faults: [
    {
      name: 'objects share their visits',
      edits: [
        ['        self.visits = {}\n', ''],
        ['    def __init__', '    visits = {}\n\n    def __init__'],
      ],
      fails: [
        'more visits than allowed',
        'visitors are counted apart',
        'the end of the span',
        'refused visits do not count',
        'looking changes nothing',
        'objects share nothing',
      ],
    },
    {
      name: 'the end of the span is one off',
      edits: [[includes ? '<= self.span' : '< self.span', includes ? '< self.span' : '<= self.span']],
      fails: ['the end of the span'],
    },
    {
      name: 'refused visits count',
      edits: [['            return False', '            self.visits[who].append(time)\n            return False']],
      fails: ['more visits than allowed', 'the end of the span', 'refused visits do not count'],
    },
    {
      name: 'says 1 for True',
      edits: [['        return True', '        return 1']],
      fails: [
        'more visits than allowed',
        'visitors are counted apart',
        'the end of the span',
        'refused visits do not count',
        'looking changes nothing',
        'objects share nothing',
      ],
    },
    {
      name: 'all visitors are one',
      edits: [['self.visits.get(who, [])', 'sum(self.visits.values(), [])']],
      fails: ['visitors are counted apart'],
    },
  ],
});
