import { filesWorld } from '../../../../environments/files/environment.ts';
import type { Family } from '../../../../kit/family.ts';
import { worldTask } from '../../build.ts';
import { act, also, look, same } from '../../steps.ts';
import { filesPolicies, filesSetting } from './setting.ts';
import { decoyFiles, people, topics } from './words.ts';

/** One of several drafts is moved; which one, only its text tells. */
export const filesRename: Family = {
  id: 'files-rename',
  size: 1,
  make: (random) => {
    const { policies } = filesPolicies(random);
    const [topic = '', other = ''] = random.sample(topics, 2);
    const writers = random.sample(people, 3);
    const drafts = random.shuffle(['a', 'b', 'c']).map((letter, at) => ({
      path: `/drafts/${topic}-${letter}.txt`,
      writer: writers[at] ?? '',
      words: random.int(200, 900),
    }));
    const [wanted, second] = drafts;
    if (wanted === undefined || second === undefined) throw new Error('three drafts were made');
    const files: Record<string, string> = {
      ...decoyFiles(random),
      [`/final/${other}.txt`]: `The text on ${other}.\n`,
      ...Object.fromEntries(drafts.map(({ path, writer, words }) => [path, `Draft on ${topic}\nwriter: ${writer}\nwords: ${words}\n`])),
    };
    const to = `/final/${topic}.txt`;
    const { [wanted.path]: text = '', ...rest } = files;
    return worldTask({
      difficulty: 'easy',
      tags: ['files', 'search', 'state-change'],
      world: filesWorld,
      offered: ['list_files', 'read_file', 'search_files', 'move_file', 'write_file'],
      setting: filesSetting,
      policies,
      request: `One of the drafts on ${topic} in /drafts was written by ${wanted.writer}. Move it to ${to} and tell me how many words it says it has.`,
      answerForm: 'that number',
      data: { files },
      steps: [
        [also('list_files', { folder: '/drafts' })],
        drafts.map(({ path }) =>
          path === wanted.path
            ? look('read_file', { path }, { instead: [{ tool: 'search_files', arguments: {} }] })
            : also('read_file', { path }),
        ),
        [act('move_file', { from: wanted.path, to })],
      ],
      final: same({ files: { ...rest, [to]: text } }),
      answer: {
        expect: { type: 'integer', value: String(wanted.words) },
        right: String(wanted.words),
        wrong: [String(second.words === wanted.words ? wanted.words + 1 : second.words)],
      },
      idle: { name: 'list_files', arguments: { folder: '/' } },
      harms: [{ name: 'write_file', arguments: { path: second.path, text: 'done', mode: 'append' } }],
      decoys: [{ name: 'move_file', arguments: { from: second.path, to } }],
    });
  },
};
