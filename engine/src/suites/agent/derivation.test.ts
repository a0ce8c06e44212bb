import { describe, expect, test } from 'vitest';
import type { Task } from '@benchloop/spec';
import type { MailState } from '../../environments/mail-calendar/state.ts';
import type { AgentWorldExpect } from '../../scorers/agent-world/expect.ts';
import { createAgentSuite } from './suite.ts';

const suite = createAgentSuite();
const sets = [suite.publishedSeed, 1, 2, 3, 4, 5].map((seed) => suite.tasks(seed));

const dataOf = <Data>(task: Task): Data => {
  const state = task.world?.state as { data: Data } | undefined;
  if (state === undefined) throw new Error(`task ${task.id} has no world`);
  return state.data;
};
const filesOf = (task: Task): Record<string, string> => dataOf<{ files: Record<string, string> }>(task).files;
const asked = (task: Task): string => task.messages.at(-1)?.content ?? '';
const found = (text: string, pattern: RegExp): string[] => (pattern.exec(text) ?? []).slice(1).map((part) => part ?? '');
const lines = (text: string | undefined): string[] => (text ?? '').split('\n').slice(0, -1);
const number = (text: string | undefined): number => Number(/-?\d+/.exec(text ?? '')?.[0]);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The answer as plain text, whatever its type. */
const answerOf = (task: Task): string => {
  const { answer } = task.expect as AgentWorldExpect;
  return 'items' in answer ? answer.items.join(', ') : 'value' in answer ? answer.value : '';
};

const eventsOn = (task: Task, day: string) => dataOf<MailState>(task).events.filter((event) => event.day === day);

/** A file's value found from the end: each file asks those that it includes only when it is silent itself. */
const settingOf = (files: Record<string, string>, path: string, name: string): string | undefined => {
  const rows = lines(files[path]);
  const own = rows.find((row) => row.startsWith(`${name} = `));
  const next = rows.find((row) => row.startsWith('include '))?.slice('include '.length);
  return own?.slice(`${name} = `.length) ?? (next === undefined ? undefined : settingOf(files, next, name));
};

/** Seal of a build, worked out from the goal down rather than from the leaves up. */
const sealOf = (files: Record<string, string>, name: string): number => {
  const recipe = files[`targets/${name}.txt`] ?? '';
  const needs = (lines(recipe)[0] ?? '')
    .split(' ')
    .slice(1)
    .filter((need) => need !== 'none');
  const text = recipe + needs.map((need) => `${need} ${sealOf(files, need)}\n`).join('');
  return Array.from(text, (letter, at) => (at + 1) * letter.charCodeAt(0)).reduce((total, one) => total + one, 0) % 9973;
};

/** Every answer a second time, from what the model can read, by a way that the family does not take. */
const derivations: Record<string, (task: Task) => string> = {
  'files-rename': (task) => {
    const [topic, writer] = found(asked(task), /drafts on (\S+) in \/drafts was written by (\w+)/);
    const text = Object.values(filesOf(task)).find((one) => one.startsWith(`Draft on ${topic}\nwriter: ${writer}\n`));
    return String(number(lines(text)[2]));
  },
  'files-no-tool': (task) => {
    const numbers = [...asked(task).matchAll(/ has (\d+) characters/g)].map(([, digits]) => Number(digits));
    return String(number(found(asked(task), /limit of (\d+)/)[0]) - sum(numbers));
  },
  'files-settings': (task) => settingOf(filesOf(task), found(asked(task), /in (\/services\S+txt)/)[0] ?? '', 'timeout') ?? '',
  'files-impossible': (task) => {
    const [path = ''] = found(asked(task), /existing plan (\S+)\. I need/);
    return path in filesOf(task) ? 'possible' : `IMPOSSIBLE ${path}`;
  },
  'files-report': (task) => {
    const [folder = ''] = found(asked(task), /file in (\/expenses\/\S+) holds/);
    const rows = Object.entries(filesOf(task)).flatMap(([path, text]) => (path.startsWith(`${folder}/`) ? lines(text) : []));
    return String(sum(rows.map(number)));
  },
  'files-filing': (task) =>
    String(
      sum(
        Object.entries(filesOf(task))
          .filter(([path]) => path.startsWith('/inbox/'))
          .map(([, text]) => number(/total: (\d+)/.exec(text)?.[1])),
      ),
    ),
  'files-pages': (task) =>
    Object.keys(filesOf(task))
      .filter((path) => path.startsWith('/logs/runs/'))
      .map((path) => path.slice('/logs/runs/'.length))
      .reduce((best, name) => (Date.parse(name.slice(-14, -4)) > Date.parse(best.slice(-14, -4)) ? name : best)),
  'files-orders': (task) => {
    const [path = ''] = found(asked(task), /\((\/tickets\/\S+)\)/);
    return String(number(lines(filesOf(task)[path])[1]));
  },
  'files-timeout': (task) => {
    const [base = ''] = found(asked(task), /Move \/out\/(\w+)\.txt/);
    const names = Object.keys(filesOf(task));
    let count = 1;
    while (names.includes(`/sent/${base}${count === 1 ? '' : `-${count}`}.txt`)) count += 1;
    return `/sent/${base}-${count}.txt, ${lines(filesOf(task)['/sent/index.txt']).length + 1}`;
  },
  'files-trail': (task) => {
    const weights: number[] = [];
    let path: string | undefined = found(asked(task), /from (\/trail\/\d+\.txt)/)[0];
    while (path !== undefined) {
      const rows: string[] = lines(filesOf(task)[path]);
      weights.push(number(rows[0]));
      path = rows.find((row) => row.startsWith('next: '))?.slice('next: '.length);
    }
    return `${weights.length}, ${Math.max(...weights)}`;
  },
  'mail-archive': (task) => {
    const [from = ''] = found(asked(task), /mail from (\S+) that/);
    const own = Object.values(dataOf<MailState>(task).mails).filter((mail) => mail.from === from && mail.folder === 'inbox');
    return String(sum(own.map(({ subject }) => number(subject))));
  },
  'mail-no-tool': (task) => {
    const [talk, start = '', pause, tour] = found(
      asked(task),
      /talk of (\d+) minutes from (\S+), then a break of (\d+) minutes, then a tour of (\d+)/,
    );
    const end = new Date(Date.parse(`2026-01-01T${start}:00Z`) + sum([talk, pause, tour].map(Number)) * 60_000);
    return end.toISOString().slice(11, 16);
  },
  'calendar-meeting': (task) => {
    const [day = ''] = found(asked(task), / on (\d{4}-\d\d-\d\d): one hour/);
    const taken = new Set(eventsOn(task, day).map(({ start }) => start));
    return ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00'].find((start) => !taken.has(start)) ?? '';
  },
  'calendar-move': (task) => {
    const [title] = found(asked(task), /^"([^"]+)" tomorrow/);
    const start = dataOf<MailState>(task).events.find((event) => event.title === title)?.start;
    const days = (found(asked(task), /days ([\d, -]+) on which/)[0] ?? '').split(', ');
    return days.find((day) => eventsOn(task, day).every((event) => event.start !== start)) ?? '';
  },
  'calendar-latest': (task) => {
    const { mails, contacts } = dataOf<MailState>(task);
    const from = contacts.find(({ name }) => asked(task).startsWith(name))?.address;
    const own = Object.values(mails).filter((mail) => mail.from === from && mail.body.includes('About the talk'));
    const latest = own.toSorted((a, b) => Date.parse(b.day) - Date.parse(a.day))[0];
    return /begin at (\d\d:\d\d)/.exec(latest?.body ?? '')?.[1] ?? '';
  },
  'calendar-absence': (task) => {
    const [first = '', last = ''] = found(asked(task), /from (\S+) to (\S+), both/);
    const { events, me } = dataOf<MailState>(task);
    const during = events.filter(({ day }) => day >= first && day <= last);
    return `${during.filter(({ organiser }) => organiser === me).length}, ${during.filter(({ organiser }) => organiser !== me).length}`;
  },
  'calendar-zone': (task) => {
    const [title, day = '', later = ''] = found(asked(task), /Move "([^"]+)" on (\S+) to .* on (\S+) in the first/);
    const old = eventsOn(task, day).find((event) => event.title === title)?.start ?? '';
    const freeAfter = (on: string, from: string): string => {
      const taken = new Set(eventsOn(task, on).map(({ start }) => start));
      const hours = Array.from({ length: 24 }, (_, at) => `${String(at).padStart(2, '0')}:00`);
      return hours.find((start) => start >= from && !taken.has(start)) ?? '';
    };
    return `${freeAfter(day, old)}, ${freeAfter(later, '09:00')}`;
  },
  'shell-count': (task) => {
    const [path = '', area = ''] = found(asked(task), /line of (\S+) has .* area (\w+)\?/);
    return String(lines(filesOf(task)[path]).filter((row) => new RegExp(`^\\d\\d:\\d\\d failure ${area} `).test(row)).length);
  },
  'shell-setting': (task) =>
    String(number(lines(filesOf(task)[found(asked(task), /In (\S+) set/)[0] ?? '']).find((row) => row.startsWith('limit = ')))),
  'shell-no-tool': (task) => {
    const [a, b, c] = found(asked(task), /first has (\d+) different lines, the second (\d+), and exactly (\d+)/).map(Number);
    return String((a ?? 0) - (c ?? 0) + ((b ?? 0) - (c ?? 0)));
  },
  'shell-rotate': (task) => {
    const limit = Date.parse(found(asked(task), /day is before (\S+) to/)[0] ?? '');
    const old = Object.entries(filesOf(task)).filter(([path]) => path.startsWith('logs/') && Date.parse(path.slice(-14, -4)) < limit);
    return String(sum(old.map(([, text]) => lines(text).length)));
  },
  'shell-rename': (task) => {
    const [old = ''] = found(asked(task), /function (\w+) to/);
    const text = Object.entries(filesOf(task))
      .flatMap(([path, one]) => (path.startsWith('src/') ? [one] : []))
      .join('');
    return String([...text.matchAll(new RegExp(`\\b${old}\\b`, 'g'))].length);
  },
  'shell-manifest': (task) => {
    const text = Object.entries(filesOf(task))
      .filter(([path]) => path.startsWith('src/'))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, one]) => one)
      .join('');
    return String(Array.from(text, (letter, at) => (at + 1) * letter.charCodeAt(0)).reduce((total, one) => total + one, 0) % 9973);
  },
  'shell-space': (task) => {
    const { files, quota } = dataOf<{ files: Record<string, string>; quota: number }>(task);
    const [source = ''] = found(asked(task), /Copy (\S+) to/);
    const sizes = Object.entries(files)
      .flatMap(([path, text]) => (path.startsWith('tmp/') ? [text.length] : []))
      .sort((a, b) => b - a);
    let over = sum(Object.values(files).map(({ length }) => length)) + (files[source]?.length ?? 0) - quota;
    let freed = 0;
    while (over > 0) {
      const size = sizes.shift() ?? 0;
      over -= size;
      freed += size;
    }
    return String(freed);
  },
  'shell-build': (task) => String(sealOf(filesOf(task), found(asked(task), /Build the target (\w+) with/)[0] ?? '')),
  'shell-impossible': (task) => {
    const [path = ''] = found(asked(task), /its copy (\S+); no/);
    return path in filesOf(task) ? 'possible' : `IMPOSSIBLE ${path}`;
  },
};

describe('each answer a second time, from what the model can read', () => {
  test.each(Object.entries(derivations))('%s', (family, derive) => {
    const own = sets.flat().filter((task) => task.family === family);
    expect(own.length).toBeGreaterThan(0);
    for (const task of own) expect(derive(task), task.id).toBe(answerOf(task));
  });
});

test('no answer line of a task stands in its prompt', () => {
  for (const task of sets.flat()) {
    const { answer } = task.expect as AgentWorldExpect;
    if (answer.type === 'words')
      expect(
        task.messages
          .map(({ content }) => content)
          .join('\n')
          .toLowerCase(),
      ).not.toContain(`answer: ${answer.value.toLowerCase()}`);
  }
});
