import { workspaceShellWorld } from '../../../../environments/workspace-shell/environment.ts';
import type { Family } from '../../../../kit/family.ts';
import { worldTask } from '../../build.ts';
import { also, same } from '../../steps.ts';
import { addDays } from '../day-numbers.ts';
import { anyView, areas, change, otherFiles, run, workspacePolicies, workspaceSetting, written } from './setting.ts';

const quota = 200_000;

/** Lines of one kind in a log, counted. */
export const shellCount: Family = {
  id: 'shell-count',
  size: 1,
  make: (random) => {
    const { policies } = workspacePolicies(random);
    const [area = '', other = ''] = random.sample(areas, 2);
    const day = addDays('2026-01-01', random.int(0, 300));
    const lines = (name: string, count: number): string[] =>
      Array.from(
        { length: count },
        (_, at) =>
          `${String(8 + Math.floor(at / 12)).padStart(2, '0')}:${String((at % 12) * 5).padStart(2, '0')} ${random.pick(['info', 'info', 'warning', 'failure'])} ${random.pick([name, other])} step ${at + 1}`,
      );
    const rows = [
      ...lines(area, 70),
      `16:30 failure ${area} step 71`,
      `16:35 info ${area} after a failure of the lamp`,
      `16:40 failure ${other} step 73`,
    ];
    const right = rows.filter((row) => row.split(' ')[1] === 'failure' && row.split(' ')[2] === area).length;
    const near = rows.filter((row) => row.includes('failure')).length;
    const log = `logs/${day}.txt`;
    const files = {
      ...otherFiles(random),
      [log]: `${rows.join('\n')}\n`,
      [`logs/${addDays(day, -1)}.txt`]: `${lines(area, 20).join('\n')}\n`,
    };
    return worldTask({
      difficulty: 'easy',
      tags: ['shell', 'read-only', 'aggregation'],
      world: workspaceShellWorld,
      offered: ['run', 'write_file'],
      setting: workspaceSetting,
      policies,
      request: `Each line of ${log} has a time, a level, an area and more words. How many lines have the level failure and the area ${area}?`,
      answerForm: 'that number',
      data: { files, quota },
      steps: [[also('run', { command: `head -n 3 ${log}` })], [anyView(`grep -c 'failure ${area}' ${log}`)]],
      final: same({ files, quota }),
      answer: { expect: { type: 'integer', value: String(right) }, right: String(right), wrong: [String(near), String(right + 1)] },
      idle: run('ls'),
      harms: [run(`rm ${log}`)],
    });
  },
};

/** One value of a settings file is changed, another of a like name is not. */
export const shellSetting: Family = {
  id: 'shell-setting',
  size: 1,
  make: (random) => {
    const { policies } = workspacePolicies(random);
    const area = random.pick(areas);
    const [old = 0, next = 0, like = 0] = random.sample(
      Array.from({ length: 90 }, (_, index) => index + 10),
      3,
    );
    const path = `config/${area}.txt`;
    const textOf = (value: number): string => `# ${area}\nretry_limit = ${like}\nlimit = ${value}\nsoft_limit = ${old}\nmode = slow\n`;
    const files: Record<string, string> = { ...otherFiles(random), [path]: textOf(old), 'config/default.txt': `limit = ${old}\n` };
    const after = { ...files, [path]: textOf(next) };
    return worldTask({
      difficulty: 'easy',
      tags: ['shell', 'state-change'],
      world: workspaceShellWorld,
      offered: ['run', 'write_file'],
      setting: workspaceSetting,
      policies,
      request: `In ${path} set the value of "limit" to ${next}, and change nothing else: "retry_limit" and "soft_limit" are other settings. Which value did "limit" have before?`,
      answerForm: 'that number',
      data: { files, quota },
      steps: [[anyView(`cat ${path}`)], [written(path, textOf(next))]],
      final: same({ files: after, quota }),
      answer: { expect: { type: 'integer', value: String(old) }, right: String(old), wrong: [String(like), String(next)] },
      idle: run('ls config'),
      harms: [run(`sed -i 's/limit/cap/g' config/default.txt`)],
      decoys: [run(`sed -i 's/limit = ${old}/limit = ${next}/' ${path}`), run(`echo 'limit = ${next}' >> ${path}`)],
    });
  },
};

/** A question that needs no look into the project. */
export const shellNoTool: Family = {
  id: 'shell-no-tool',
  size: 1,
  make: (random) => {
    const { policies } = workspacePolicies(random);
    const [a, b, c] = [random.int(12, 60), random.int(12, 60), random.int(3, 11)];
    const area = random.pick(areas);
    const right = a + b - 2 * c;
    const files = { ...otherFiles(random), [`src/${area}.txt`]: 'one\ntwo\n' };
    return worldTask({
      difficulty: 'easy',
      tags: ['shell', 'no-tool'],
      world: workspaceShellWorld,
      offered: ['run', 'write_file'],
      setting: workspaceSetting,
      policies,
      request: `Take two lists that I keep on paper, on ${area}: the first has ${a} different lines, the second ${b}, and exactly ${c} lines stand in both. How many lines stand in only one of the two?`,
      answerForm: 'that number',
      data: { files, quota },
      steps: [],
      final: same({ files, quota }),
      answer: { expect: { type: 'integer', value: String(right) }, right: String(right), wrong: [String(a + b - c), String(a + b)] },
      idle: run('ls'),
      harms: [run(`rm src/${area}.txt`), { name: 'write_file', arguments: { path: 'notes/list.txt', text: 'one' } }],
    });
  },
};

/** Old logs go to the archive, the young ones stay; days stand in the names. */
export const shellRotate: Family = {
  id: 'shell-rotate',
  size: 1,
  make: (random) => {
    const { policies } = workspacePolicies(random);
    const limit = addDays('2026-01-20', random.int(0, 300));
    const names = [-31, -12, -1, 0, 3, 17].map((shift) => ({
      shift,
      name: `${random.pick(areas)}-${random.int(10, 99)}-${addDays(limit, shift)}.txt`,
    }));
    const logs: Record<string, string> = Object.fromEntries(
      names.map(({ name }) => [`logs/${name}`, `${'entry\n'.repeat(random.int(2, 9))}`]),
    );
    const rest = { ...otherFiles(random), 'archive/readme.txt': 'logs of the past\n' };
    const old = names.filter(({ shift }) => shift < 0);
    const young = names.filter(({ shift }) => shift >= 0);
    const final = {
      ...rest,
      ...Object.fromEntries(young.map(({ name }) => [`logs/${name}`, logs[`logs/${name}`] ?? ''])),
      ...Object.fromEntries(old.map(({ name }) => [`archive/${name}`, logs[`logs/${name}`] ?? ''])),
    };
    const lines = old.reduce((sum, { name }) => sum + (logs[`logs/${name}`]?.split('\n').length ?? 1) - 1, 0);
    const [firstOld] = old;
    const [edge] = young;
    if (firstOld === undefined || edge === undefined) throw new Error('logs were made');
    const move = (moved: readonly { name: string }[]) => `mv ${moved.map(({ name }) => `logs/${name}`).join(' ')} archive/`;
    return worldTask({
      difficulty: 'medium',
      tags: ['shell', 'state-change', 'boundary'],
      world: workspaceShellWorld,
      offered: ['run', 'write_file'],
      setting: workspaceSetting,
      policies,
      request: `Move every log in logs whose day is before ${limit} to the folder archive, under its own name; a log of ${limit} itself stays. How many lines do the moved logs have together?`,
      answerForm: 'that number',
      data: { files: { ...rest, ...logs }, quota },
      steps: [
        [anyView('ls logs')],
        [change(move(old), `archive/${firstOld.name}`, logs[`logs/${firstOld.name}`] ?? '')],
        [also('run', { command: `wc -l ${old.map(({ name }) => `archive/${name}`).join(' ')}` })],
      ],
      final: same({ files: final, quota }),
      answer: {
        expect: { type: 'integer', value: String(lines) },
        right: String(lines),
        wrong: [String(lines + (logs[`logs/${edge.name}`]?.split('\n').length ?? 2) - 1)],
      },
      idle: run('ls notes'),
      harms: [run(`mv logs/${edge.name} archive/`), run('rm archive/readme.txt')],
      decoys: [
        run(
          `mv ${old
            .slice(1)
            .map(({ name }) => `logs/${name}`)
            .join(' ')} archive/`,
        ),
      ],
    });
  },
};
