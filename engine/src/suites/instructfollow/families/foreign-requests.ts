import type { Random } from '../../../kit/random.ts';
import type { Rule, RuleInput } from '../../../scorers/instruction-rules/rules/index.ts';
import { drawScene, ruleLines, type Scene } from '../brief.ts';
import { phraseFrom, type Phrases } from '../phrases.ts';
import { familyOf, rulesOf, type Plan } from '../plan.ts';
import { draw, exact } from './recipes.ts';

/** What a request says in another language: opening, what must be there, how things are counted, and the rules. */
type Tongue = {
  opening: (scene: Scene, minWords: number) => string;
  rules: string;
  closing: string;
  phrases: Phrases;
};

const phraseIn = (tongue: Tongue, rule: Rule): string => {
  const phrase = phraseFrom(tongue.phrases, rule);
  if (phrase === undefined) throw new Error(`the foreign requests have no phrase for the rule ${rule.kind}`);
  return phrase;
};

const german: Tongue = {
  opening: ({ name, city, mentions, topic }, minWords) =>
    `${name} aus ${city} braucht einen kurzen Text auf Englisch zum Thema "${topic.title}". Die Antwort muss mindestens ${minWords} Wörter haben und die englischen Wörter "${mentions.join('" und "')}" genau in dieser Form enthalten, sonst zählt keine Regel. Schreibe in eigenen Worten und kopiere nicht diese Nachricht.`,
  rules: 'Halte alle diese Regeln ein:',
  closing:
    'Ein Wort ist eine Folge von Buchstaben oder Ziffern; ein Apostroph oder Bindestrich darin gehört dazu. Nummern und Striche von Listen sind keine Wörter. Ein Satz endet mit ".", "!" oder "?" oder am Ende seiner Zeile. Deine ganze Antwort wird bewertet, schreibe also nichts davor und nichts danach.',
  phrases: {
    language: () => 'Schreibe die Antwort auf Englisch.',
    bullets: (rule) =>
      `Die Antwort ist eine Liste aus genau ${rule.count} Punkten, jeder in einer Zeile, die mit "- " beginnt; sie enthält keine andere Zeile.`,
    sentences: (rule) => `Die Antwort hat genau ${rule.min} Sätze.`,
    words: (rule) => `Verwende höchstens ${rule.max} Wörter.`,
    'upper-case': () => 'Schreibe alles in Großbuchstaben.',
    punctuation: (rule) => (rule.max === 0 ? 'Verwende keine Kommas.' : `Verwende genau ${rule.min} Ausrufezeichen.`),
    'ends-with': (rule) => `Die Antwort endet mit genau diesem Satz: "${rule.text}"`,
  },
};

const spanish: Tongue = {
  opening: ({ name, city, mentions, topic }, minWords) =>
    `${name}, de ${city}, necesita un texto breve en inglés sobre "${topic.title}". La respuesta debe tener al menos ${minWords} palabras y contener las palabras inglesas "${mentions.join('" y "')}" exactamente en esta forma; si no, ninguna regla cuenta. Escribe con tus propias palabras y no copies este mensaje.`,
  rules: 'Cumple todas estas reglas:',
  closing:
    'Una palabra es una serie de letras o cifras; un apóstrofo o un guion en su interior forma parte de ella. Los números y guiones de las listas no son palabras. Una frase termina con ".", "!" o "?" o al final de su línea. Se evalúa toda tu respuesta, así que no escribas nada antes ni después.',
  phrases: {
    language: () => 'Escribe la respuesta en inglés.',
    bullets: (rule) =>
      `La respuesta es una lista de exactamente ${rule.count} puntos, cada uno en una línea que empieza con "- ", y no contiene ninguna otra línea.`,
    sentences: (rule) => `La respuesta tiene exactamente ${rule.min} frases.`,
    words: (rule) => `Usa como máximo ${rule.max} palabras.`,
    'upper-case': () => 'Escribe todo en mayúsculas.',
    punctuation: (rule) => (rule.max === 0 ? 'No uses comas.' : `Usa exactamente ${rule.min} signos de exclamación "!".`),
    'ends-with': (rule) => `La respuesta termina exactamente con esta frase: "${rule.text}"`,
  },
};

const french: Tongue = {
  opening: ({ name, city, mentions, topic }, minWords) =>
    `${name}, de ${city}, a besoin d'un court texte en anglais au sujet de "${topic.title}". La réponse doit avoir au moins ${minWords} mots et contenir les mots anglais "${mentions.join('" et "')}" exactement sous cette forme, sinon aucune règle ne compte. Écris avec tes propres mots et ne copie pas ce message.`,
  rules: 'Respecte toutes ces règles :',
  closing:
    'Un mot est une suite de lettres ou de chiffres ; une apostrophe ou un trait d\'union à l\'intérieur en fait partie. Les numéros et tirets des listes ne sont pas des mots. Une phrase se termine par ".", "!" ou "?" ou à la fin de sa ligne. Toute ta réponse est évaluée, n\'écris donc rien avant ni après.',
  phrases: {
    language: () => 'Écris la réponse en anglais.',
    bullets: (rule) =>
      `La réponse est une liste d'exactement ${rule.count} points, chacun sur une ligne qui commence par "- ", et ne contient aucune autre ligne.`,
    sentences: (rule) => `La réponse a exactement ${rule.min} phrases.`,
    words: (rule) => `Utilise au plus ${rule.max} mots.`,
    'upper-case': () => 'Écris tout en majuscules.',
    punctuation: (rule) => (rule.max === 0 ? "N'utilise aucune virgule." : `Utilise exactement ${rule.min} points d'exclamation.`),
    'ends-with': (rule) => `La réponse se termine exactement par cette phrase : "${rule.text}"`,
  },
};

type Question = { tongue: Tongue; rules: (random: Random, scene: Scene) => RuleInput[] };

const english: RuleInput = { kind: 'language', language: 'en' };

const questions: readonly Question[] = [
  { tongue: german, rules: (random) => [english, draw.bullets(random, 3, 5)] },
  { tongue: spanish, rules: (random) => [english, draw.sentences(random, 3, 4), { kind: 'words', max: random.int(32, 40) }] },
  { tongue: french, rules: (random) => [english, draw.sentences(random, 3, 4), { kind: 'upper-case' }, draw.noCommas] },
  {
    tongue: german,
    rules: (random, scene) => [
      english,
      { kind: 'sentences', ...exact(random.int(4, 5)) },
      draw.end(random, scene),
      draw.exclamations(random, 2, 3),
      draw.noCommas,
    ],
  },
];

const minWords = 14;

const plan = (random: Random, index: number): Plan => {
  const { tongue, rules: drawRules } = questions[index] as Question;
  const scene = drawScene(random);
  const rules = rulesOf(drawRules(random, scene));
  const content = [
    tongue.opening(scene, minWords),
    `${tongue.rules}\n${ruleLines(rules.map((rule) => phraseIn(tongue, rule)))}`,
    tongue.closing,
  ].join('\n\n');
  return {
    tags: ['language', 'foreign-instructions'],
    messages: [{ role: 'user', content }],
    job: { topic: scene.topic, mentions: scene.mentions, minWords, rules },
    maxTokens: 300,
  };
};

export const foreignRequests = familyOf('foreign-requests', ['medium', 'medium', 'hard', 'hard'], plan);
