import type { Random } from '../../../kit/random.ts';
import type { RuleInput } from '../../../scorers/instruction-rules/rules/index.ts';
import { closingOf, drawScene, ruleLines, substanceLine } from '../brief.ts';
import { phraseOf } from '../phrases.ts';
import { familyOf, rulesOf, type Plan } from '../plan.ts';
import { banks, bankSubjects, languageNames, type BankLanguage } from '../words/languages.ts';
import { exact } from './recipes.ts';

type Question = { language: BankLanguage; rules: (random: Random) => RuleInput[] };

const questions: readonly Question[] = [
  {
    language: 'de',
    rules: (random) => [
      { kind: 'language', language: 'de' },
      { kind: 'bullets', count: random.int(3, 5) },
    ],
  },
  {
    language: 'fr',
    rules: (random) => [
      { kind: 'language', language: 'fr' },
      { kind: 'sentences', ...exact(random.int(3, 5)) },
    ],
  },
  {
    language: 'es',
    rules: (random) => [
      { kind: 'language', language: 'es' },
      { kind: 'numbered', count: random.int(4, 5) },
      { kind: 'digits', max: 0 },
      { kind: 'punctuation', mark: ',', max: 0 },
    ],
  },
  {
    language: 'ja',
    rules: (random) => [
      { kind: 'language', language: 'ja' },
      { kind: 'sentences', ...exact(random.int(3, 5)) },
      { kind: 'paragraphs', ...exact(1) },
      { kind: 'no-markdown' },
    ],
  },
];

const plan = (random: Random, index: number): Plan => {
  const { language, rules: draw } = questions[index] as Question;
  const { name, city, outlet, topic } = drawScene(random);
  const subject = random.int(0, bankSubjects.length - 1);
  const mentions = [...(banks[language][subject]?.words ?? [])];
  const rules = rulesOf(draw(random));
  const japanese = language === 'ja';
  const substance = japanese
    ? `The reply must have at least 20 characters and mention ${mentions.map((word) => `"${word}"`).join(' and ')}; otherwise no rule counts. A Japanese sentence ends with "。", "！" or "？".`
    : substanceLine(mentions, 10);
  return {
    tags: ['language'],
    messages: [
      {
        role: 'user',
        content: [
          `${name} from ${city} needs a short ${languageNames[language]} text about ${bankSubjects[subject]} for ${outlet}. ${substance}`,
          `Keep all of these rules:\n${ruleLines(rules.map(phraseOf))}`,
          closingOf(rules),
        ].join('\n\n'),
      },
    ],
    job: { topic, mentions, minWords: japanese ? 1 : 10, rules },
    ...(japanese ? { minCharacters: 20 } : {}),
    maxTokens: 400,
  };
};

export const otherLanguages = familyOf('other-languages', ['medium', 'medium', 'hard', 'hard'], plan);
