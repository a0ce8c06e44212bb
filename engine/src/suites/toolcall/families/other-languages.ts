import type { Difficulty } from '@benchloop/spec';
import type { Family } from '../../../kit/family.ts';
import type { Random } from '../../../kit/random.ts';
import { callTask, offer } from '../build.ts';
import { exactly, isoDay, option, unchanged, type PlannedCall } from '../planned.ts';
import { channels, dayOf, firstNames, idOf, phoneOf } from '../pools.ts';

type Foreign = { ask: string; calls: PlannedCall[]; without?: string[] };

const german = (random: Random): Foreign => {
  const name = random.pick(firstNames);
  const count = random.int(12, 980);
  const title = `Schlüssel für ${name}`;
  const content = `${count} Stück liegen im Büro, Größe ${random.int(2, 60)}`;
  return {
    ask: `Bitte lege eine Notiz mit dem Titel „${title}“ und dem Text „${content}“ an.`,
    calls: [
      {
        tool: 'create_note',
        arguments: {
          title: unchanged(title, `Keys for ${name}`),
          content: unchanged(content, content.replace('ü', 'ue').replace('ß', 'ss')),
        },
      },
    ],
    without: ['create_task', 'set_reminder', 'write_file'],
  };
};

const spanish = (random: Random): Foreign => {
  const phone = phoneOf(random);
  const message = `¡Mañana llego con el niño a las ${random.int(10, 22)}, andén ${random.int(2, 40)}!`;
  return {
    ask: `Envía al número ${phone} este mensaje de texto: «${message}»`,
    calls: [
      {
        tool: 'send_sms',
        arguments: {
          phone_number: exactly(phone, phone.slice(1)),
          message: unchanged(message, message.replaceAll('ñ', 'n'), 'Tomorrow I arrive with the child!'),
        },
      },
    ],
    without: ['post_message', 'send_email'],
  };
};

const french = (random: Random): Foreign => {
  const channel = random.pick(channels);
  const message = `Le réfrigérateur n° ${random.int(10, 990)} est dégelé, ça coule déjà à l’entrée`;
  return {
    ask: `Publie dans le canal « ${channel} » le message suivant : « ${message} »`,
    calls: [
      {
        tool: 'post_message',
        arguments: {
          channel: exactly(channel, `#${channel}`),
          message: unchanged(message, message.replaceAll('é', 'e'), 'The fridge has thawed'),
        },
      },
    ],
    without: ['send_sms', 'send_email'],
  };
};

const japanese = (random: Random): Foreign => {
  const count = random.int(11, 990);
  const title = `${random.pick(['大阪', '京都', '札幌', '福岡'])}の${random.pick(['書類', '契約書', '地図', '領収書'])}を${count}部送る`;
  const due = dayOf(random);
  const spoken = `${due.slice(0, 4)}年${Number(due.slice(5, 7))}月${Number(due.slice(8))}日`;
  return {
    ask: `「${title}」というタスクを、優先度「高」で追加してください。期限は${spoken}です。`,
    calls: [
      {
        tool: 'create_task',
        arguments: { title: unchanged(title, `Send ${count} documents`), due_date: isoDay(due), priority: option('high', 'medium', '高') },
      },
    ],
    without: ['set_reminder', 'create_event', 'create_note'],
  };
};

const translations = (random: Random): Foreign => {
  const order = idOf(random, 'ORD');
  const source = `Die Lieferung ${order} für ${random.pick(firstNames)} ist größtenteils beschädigt.`;
  const [first = ['', ''], second = ['', '']] = random.sample(
    [
      ['Japanese', 'ja'],
      ['Spanish', 'es'],
      ['French', 'fr'],
      ['Polish', 'pl'],
      ['Czech', 'cs'],
      ['Swedish', 'sv'],
      ['Danish', 'da'],
      ['Greek', 'el'],
    ] as const,
    2,
  );
  const call = (code: string, other: string): PlannedCall => ({
    tool: 'translate_text',
    arguments: {
      text: unchanged(source, `The delivery ${order} is mostly damaged.`),
      target_language: option(code, code.toUpperCase(), other),
    },
  });
  return {
    ask: `The customer wrote: „${source}“ Have this sentence translated into ${first[0]}, and separately into ${second[0]}.`,
    calls: [call(first[1], first[0]), call(second[1], second[0])],
  };
};

const levels: readonly { difficulty: Difficulty; tools: number; make: (random: Random) => Foreign }[] = [
  { difficulty: 'easy', tools: 2, make: german },
  { difficulty: 'easy', tools: 3, make: spanish },
  { difficulty: 'medium', tools: 4, make: french },
  { difficulty: 'hard', tools: 5, make: japanese },
  { difficulty: 'extreme', tools: 6, make: translations },
];

/** Requests in other languages, whose texts must arrive letter by letter. */
export const otherLanguages: Family = {
  id: 'other-languages',
  size: levels.length,
  make: (random, index) => {
    const { difficulty, tools, make } = levels[index] as (typeof levels)[number];
    const { ask, calls, without = [] } = make(random);
    const used = calls.map(({ tool }) => tool);
    return callTask({
      difficulty,
      tags: ['arguments', 'language', ...(calls.length > 1 ? ['parallel'] : [])],
      system: 'The user may write in any language. Pass quoted texts on exactly as they stand, never translated or corrected.',
      conversation: ask,
      tools: offer(random, used, tools, without),
      results: [...new Set(used)].map((tool) => ({ tool, result: '{"ok": true}' })),
      groups: [calls],
    });
  },
};
