import type { Random } from '../../../kit/random.ts';
import type { Rule, RuleInput } from '../../../scorers/instruction-rules/rules/index.ts';
import { instructionRulesSchema } from '../../../scorers/instruction-rules/expect.ts';
import { briefOf, drawScene, type Scene } from '../brief.ts';
import { phraseOf } from '../phrases.ts';
import { familyOf, rulesOf, type Plan } from '../plan.ts';
import { promptWords } from '../second-check.ts';
import { writeReply } from '../write-reply.ts';
import { closings, draw, exact } from './recipes.ts';

/** Rules of the first message, the place of the one that changes, and what it becomes. */
type Change = { first: RuleInput[]; place: number; later: RuleInput };

const changes: readonly ((random: Random, scene: Scene) => Change)[] = [
  (random, scene) => {
    const count = random.int(3, 4);
    return {
      first: [draw.avoids(random, scene), { kind: 'bullets', count }, draw.noCommas],
      place: 1,
      later: { kind: 'numbered', count: count + 1 },
    };
  },
  (random) => ({
    first: [{ kind: 'upper-case' }, draw.sentences(random, 3, 4), draw.exclamations(random, 1, 2)],
    place: 0,
    later: { kind: 'lower-case' },
  }),
  (random, scene) => {
    const [before, after] = random.sample(closings(scene), 2) as [string, string];
    return {
      first: [
        draw.sentences(random, 4, 5),
        draw.lipogram(random, scene, `${before}${after}`.toLowerCase()),
        { kind: 'ends-with', text: before },
      ],
      place: 2,
      later: { kind: 'ends-with', text: after },
    };
  },
  (random, scene) => {
    const count = random.int(3, 4);
    return {
      first: [
        draw.avoids(random, scene),
        { kind: 'paragraphs', ...exact(2) },
        { kind: 'sentences', ...exact(count + 2) },
        { kind: 'bold', count: 2 },
      ],
      place: 2,
      later: { kind: 'sentences', ...exact(count + 3) },
    };
  },
];

const minWords = 14;

const plan = (random: Random, index: number): Plan | null => {
  const scene = drawScene(random, 4);
  const [early, late] = [scene.mentions.slice(0, 2), scene.mentions.slice(2)];
  const { first, place, later } = (changes[index] as (typeof changes)[number])(random, scene);
  const before = rulesOf(first);
  const [changed] = rulesOf([later]) as [Rule];
  const rules = before.map((rule, at) => (at === place ? changed : rule));
  const request = briefOf({ scene: { ...scene, mentions: early }, minWords, rules: before });
  const expect = instructionRulesSchema.parse({ substance: { minWords, mentions: early }, rules: before });
  const reply = writeReply(
    random,
    { topic: scene.topic, mentions: early, minWords, rules: before },
    { expect, prompts: [promptWords(request)] },
  );
  if (reply === null) return null;
  const correction = `Thank you. Now write a new text about the same subject, with new sentences. It mentions "${late.join('" and "')}" instead of the two words above and again has at least ${minWords} words. Rule ${place + 1} changes: ${phraseOf(changed)} The other rules stay as they are.`;
  return {
    tags: ['multi-turn', 'override'],
    messages: [
      { role: 'user', content: request },
      { role: 'assistant', content: reply },
      { role: 'user', content: correction },
    ],
    job: { topic: scene.topic, mentions: late, minWords, rules },
    maxTokens: 300,
    traps: (write) => {
      const old = write(before);
      const alone = write([changed]);
      return [
        old === null ? null : { name: 'the old rule is kept', text: old },
        alone === null ? null : { name: 'only the new rule is kept', text: alone, byChance: true },
        { name: 'the old reply again', text: reply },
      ];
    },
  };
};

export const laterMessages = familyOf('later-messages', ['hard', 'hard', 'hard', 'hard'], plan);
