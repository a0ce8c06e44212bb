import type { Random } from '../../../kit/random.ts';
import type { Rule, RuleInput } from '../../../scorers/instruction-rules/rules/index.ts';
import { briefOf, closingOf, drawScene, openingOf, ruleLines, substanceLine, type Scene } from '../brief.ts';
import { phraseOf } from '../phrases.ts';
import { familyOf, rulesOf, type Plan } from '../plan.ts';
import { closings, draw, exact } from './recipes.ts';

/** Two rules of which a reply can keep only one, and rules that go with either. */
type Contest = { one: Rule; other: Rule; rest: Rule[] };

const contest = (one: RuleInput, other: RuleInput, rest: readonly RuleInput[]): Contest => ({
  one: rulesOf([one])[0] as Rule,
  other: rulesOf([other])[0] as Rule,
  rest: rulesOf(rest),
});

const contests: readonly ((random: Random, scene: Scene) => Contest)[] = [
  (random, scene) => {
    const count = random.int(3, 4);
    return contest({ kind: 'sentences', ...exact(count) }, { kind: 'sentences', ...exact(count + 2) }, [
      draw.avoids(random, scene),
      draw.exclamations(random, 1, 2),
    ]);
  },
  (random, scene) =>
    contest({ kind: 'lower-case' }, { kind: 'upper-case' }, [
      draw.bullets(random, 4, 5),
      { kind: 'line-words', min: 4, max: 8 },
      draw.lipogram(random, scene),
    ]),
  (random, scene) => {
    const [first, second] = random.sample(closings(scene), 2) as [string, string];
    return contest({ kind: 'ends-with', text: first }, { kind: 'ends-with', text: second }, [
      draw.exactWords(random, 30, 38),
      draw.sentences(random, 4, 5),
      draw.noCommas,
    ]);
  },
  (random) => {
    const count = random.int(4, 5);
    return contest({ kind: 'numbered', count }, { kind: 'bullets', count }, [
      draw.exactWords(random, 30, 38),
      { kind: 'alphabetical-lines' },
      { kind: 'capital-words', count: 2 },
    ]);
  },
];

/** Half of the time the rules change roles, so that neither of the two wins always. */
const drawContest = (random: Random, scene: Scene, index: number): Contest => {
  const drawn = (contests[index] as (typeof contests)[number])(random, scene);
  return random.chance(0.5) ? drawn : { ...drawn, one: drawn.other, other: drawn.one };
};

const minWords = 14;

const obeysLoser =
  ({ other, rest }: Contest, rules: readonly Rule[], winner: Rule): NonNullable<Plan['traps']> =>
  (write) => {
    const lost = write(rules.map((rule) => (rule === winner ? other : rule)));
    const only = write([other, ...rest.slice(0, 1)]);
    return [
      lost === null ? null : { name: 'the rule that loses is kept', text: lost },
      only === null ? null : { name: 'the rule that loses is kept, and few others', text: only },
    ];
  };

const inOneList = (random: Random, index: number): Plan => {
  const scene = drawScene(random);
  const drawn = drawContest(random, scene, index);
  const lowWins = random.chance(0.5);
  const middle = random.int(0, drawn.rest.length);
  const [before, after] = [drawn.rest.slice(0, middle), drawn.rest.slice(middle)];
  const [first, second] = lowWins ? [drawn.one, drawn.other] : [drawn.other, drawn.one];
  const said = [...before, first, ...after, second];
  const rules = said.filter((rule) => rule !== drawn.other);
  const heading = `Keep these rules. If two rules conflict, the one with the ${lowWins ? 'lower' : 'higher'} number wins and the other one is dropped:`;
  return {
    tags: ['conflict', 'priority'],
    messages: [{ role: 'user', content: briefOf({ scene, minWords, rules, heading, phrases: said.map(phraseOf) }) }],
    job: { topic: scene.topic, mentions: scene.mentions, minWords, rules },
    maxTokens: 300,
    traps: obeysLoser(drawn, rules, drawn.one),
  };
};

export const conflicts = familyOf('conflicts', ['extreme', 'extreme', 'extreme', 'extreme'], inOneList);

/** The system message sets house rules that outrank the user's. */
const systemAndUser = (random: Random, index: number): Plan => {
  const scene = drawScene(random);
  const drawn = drawContest(random, scene, index);
  const [house, ...wishes] = [drawn.rest[0] as Rule, ...drawn.rest.slice(1)];
  const rules = [drawn.one, house, ...wishes];
  return {
    tags: ['conflict', 'system-message'],
    messages: [
      {
        role: 'system',
        content: `House rules for every text:\n${ruleLines([drawn.one, house].map(phraseOf))}\nThe house rules outrank what the user asks for: where the two conflict, drop the user's wish and keep the house rule. Keep the user's other wishes.`,
      },
      {
        role: 'user',
        content: [
          `${openingOf(scene)} ${substanceLine(scene.mentions, minWords)}`,
          `My wishes:\n${ruleLines([drawn.other, ...wishes].map(phraseOf))}`,
          closingOf(rules),
        ].join('\n\n'),
      },
    ],
    job: { topic: scene.topic, mentions: scene.mentions, minWords, rules },
    maxTokens: 300,
    traps: obeysLoser(drawn, rules, drawn.one),
  };
};

export const systemMessages = familyOf('system-messages', ['hard', 'hard', 'extreme', 'extreme'], systemAndUser);
