import { filesWorld } from '../../../../environments/files/environment.ts';
import type { Family } from '../../../../kit/family.ts';
import { worldTask } from '../../build.ts';
import { act, also, look, same } from '../../steps.ts';
import { addDays } from '../day-numbers.ts';
import { filesPolicies, filesSetting } from './setting.ts';
import { decoyFiles, people, services } from './words.ts';

/** The newest of many files, in a listing of several pages that is not sorted by day. */
export const filesPages: Family = {
  id: 'files-pages',
  size: 1,
  make: (random) => {
    const { policies } = filesPolicies(random);
    const start = `2025-${random.pick(['01', '02', '03', '04'])}-01`;
    const days = random.sample(
      Array.from({ length: 120 }, (_, index) => index),
      52,
    );
    const names = days.map((days_, at) => ({
      day: addDays(start, days_),
      name: `${random.pick(services)}-${10 + at}-${addDays(start, days_)}.txt`,
    }));
    const [newest, second] = names.toSorted((a, b) => (a.day < b.day ? 1 : -1));
    if (newest === undefined || second === undefined) throw new Error('52 files were made');
    const person = random.pick(people);
    const line = `checked by ${person}, ${random.int(100, 999)}`;
    const place = (name: string): string => `/logs/runs/${name}`;
    const files: Record<string, string> = {
      ...decoyFiles(random),
      '/logs/today.txt': 'see runs\n',
      ...Object.fromEntries(names.map(({ name }) => [place(name), `steps ${random.int(10, 99)}\n`])),
    };
    const append = (name: string) => ({ path: place(name), text: line, mode: 'append' });
    return worldTask({
      difficulty: 'hard',
      tags: ['files', 'pages', 'state-change'],
      world: filesWorld,
      offered: ['list_files', 'read_file', 'write_file', 'move_file'],
      setting: filesSetting,
      policies,
      request: `Find the file in /logs/runs with the latest day in its name and add the line "${line}" at its end. Which file was it?`,
      answerForm: 'the name of the file without its folder',
      data: { files },
      steps: [
        [look('list_files', { folder: '/logs/runs' }, { free: ['folder'] })],
        [
          look('list_files', { folder: '/logs/runs', page: 2 }, { free: ['folder'] }),
          look('list_files', { folder: '/logs/runs', page: 3 }, { free: ['folder'] }),
        ],
        [act('write_file', append(newest.name), { free: ['text'] })],
      ],
      final: same({ files: { ...files, [place(newest.name)]: `${files[place(newest.name)]}${line}\n` } }),
      answer: { expect: { type: 'words', value: newest.name }, right: newest.name, wrong: [second.name, newest.day] },
      idle: { name: 'read_file', arguments: { path: '/logs/today.txt' } },
      harms: [{ name: 'write_file', arguments: append(second.name) }],
      decoys: [{ name: 'write_file', arguments: append(second.name) }],
    });
  },
};

const hops = 17;

/** A trail of notes, each naming the next; one read fails once; the end asks for two changes. */
export const filesTrail: Family = {
  id: 'files-trail',
  size: 1,
  make: (random) => {
    const { policies } = filesPolicies(random);
    const numbers = random.sample(
      Array.from({ length: 900 }, (_, index) => index + 100),
      hops + 4,
    );
    const weights = random.sample(
      Array.from({ length: 90 }, (_, index) => index + 10),
      hops,
    );
    const notes = weights.map((weight, at) => ({ path: `/trail/${numbers[at]}.txt`, weight }));
    const dead = numbers.slice(hops).map((number) => `/trail/${number}.txt`);
    const heaviest = notes.toSorted((a, b) => b.weight - a.weight)[0];
    const stop = random.int(5, hops - 4);
    const [first] = notes;
    if (heaviest === undefined || first === undefined) throw new Error('a trail has notes');
    const textOf = (at: number): string => {
      const next = notes[at + 1]?.path;
      const wrong = dead[at % dead.length];
      return `weight: ${notes[at]?.weight}\nolder note said next: ${wrong}, which is no longer true\n${next === undefined ? 'end of the trail' : `next: ${next}`}\n`;
    };
    const rest: Record<string, string> = {
      ...decoyFiles(random),
      ...Object.fromEntries(dead.map((path) => [path, `weight: ${random.int(100, 999)}\nend of the trail\n`])),
    };
    const trail = Object.fromEntries(notes.map(({ path }, at) => [path, textOf(at)]));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const to = '/found/heaviest.txt';
    const { [heaviest.path]: moved = '', ...left } = trail;
    return worldTask({
      difficulty: 'extreme',
      tags: ['files', 'many-steps', 'recovery', 'state-change'],
      world: filesWorld,
      offered: ['read_file', 'write_file', 'move_file', 'calculate'],
      setting: filesSetting,
      policies,
      request: `Follow the trail of notes from ${first.path}: each note names the next one in a line that begins with "next:", until one says that the trail ends. Then make the file /found/sum.txt with the sum of the weights of all notes of the trail as its only line, move the note with the largest weight to ${to}, and tell me how many notes the trail has and that largest weight.`,
      answerForm: 'both numbers, separated by a comma: the number of notes first',
      data: { files: { ...rest, ...trail } },
      faults: [{ tool: 'read_file', when: { path: notes[stop]?.path ?? '' }, times: 1, result: 'error: the drive is busy; try again' }],
      steps: [
        ...notes.flatMap(({ path }, at) =>
          at === stop ? [[also('read_file', { path })], [look('read_file', { path })]] : [[look('read_file', { path })]],
        ),
        [also('calculate', { expression: weights.join('+') })],
        [
          act(
            'write_file',
            { path: '/found/sum.txt', text: String(sum), mode: 'create' },
            { free: ['mode'], matchers: { text: { kind: 'number', value: sum, lenient: true } } },
          ),
          act('move_file', { from: heaviest.path, to }),
        ],
      ],
      final: same({ files: { ...rest, ...left, '/found/sum.txt': `${sum}\n`, [to]: moved } }),
      answer: {
        expect: { type: 'sequence', items: [String(hops), String(heaviest.weight)] },
        right: `${hops}, ${heaviest.weight}`,
        wrong: [`${hops + 1}, ${heaviest.weight}`, `${heaviest.weight}, ${hops}`, `${hops}, ${sum}`],
      },
      idle: { name: 'calculate', arguments: { expression: '2*(3+4)' } },
      harms: [{ name: 'move_file', arguments: { from: dead[0] ?? '', to: '/found/other.txt' } }],
      decoys: [{ name: 'move_file', arguments: { from: dead[1] ?? '', to } }],
    });
  },
};
