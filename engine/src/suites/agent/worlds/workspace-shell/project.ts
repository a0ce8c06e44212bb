import { workspaceShellWorld } from '../../../../environments/workspace-shell/environment.ts';
import type { Family } from '../../../../kit/family.ts';
import type { Random } from '../../../../kit/random.ts';
import { worldTask } from '../../build.ts';
import { also, look, same } from '../../steps.ts';
import { anyView, areas, change, otherFiles, run, sealOf, workspacePolicies, workspaceSetting, written } from './setting.ts';

const quota = 200_000;

const bodyOf = (random: Random, lines: number): string =>
  Array.from({ length: lines }, () => `${random.pick(areas)} ${random.int(10, 99)}\n`).join('');

/** A function is renamed in three files; another, whose name begins with the same letters, stays. */
export const shellRename: Family = {
  id: 'shell-rename',
  size: 1,
  make: (random) => {
    const { policies } = workspacePolicies(random);
    const [area = '', a = '', b = '', c = ''] = random.sample(areas, 4);
    const old = `load_${area}`;
    const next = `${random.pick(['fetch', 'open', 'read'])}_${area}`;
    const uses = new Map([a, b, c].map((name) => [name, random.int(1, 4)]));
    const textOf = (name: string, symbol: string): string =>
      `# ${name}\n${`x = ${symbol}(1)\n`.repeat(uses.get(name) ?? 0)}y = ${old}_fast(2)\n${old}_fast(3)\n`;
    const rest = { ...otherFiles(random), [`vendor/${area}.txt`]: `${old}(1)\n` };
    const source = (symbol: string) => Object.fromEntries([a, b, c].map((name) => [`src/${name}.txt`, textOf(name, symbol)]));
    const files = { ...rest, ...source(old) };
    const count = [...uses.values()].reduce((sum, value) => sum + value, 0);
    const paths = [a, b, c].map((name) => `src/${name}.txt`);
    return worldTask({
      difficulty: 'medium',
      tags: ['shell', 'refactoring', 'state-change'],
      world: workspaceShellWorld,
      offered: ['run', 'write_file'],
      setting: workspaceSetting,
      policies,
      request: `Rename the function ${old} to ${next} in all files of src. The function ${old}_fast is another one and keeps its name. How many calls did you rename?`,
      answerForm: 'that number',
      data: { files, quota },
      steps: [
        [anyView(`grep -rn ${old} src`)],
        [change(`sed -i 's/${old}(/${next}(/g' ${paths.join(' ')}`, paths[0] ?? '', textOf(a, next))],
      ],
      final: same({ files: { ...rest, ...source(next) }, quota }),
      answer: { expect: { type: 'integer', value: String(count) }, right: String(count), wrong: [String(count + 6), String(count + 1)] },
      idle: run('ls src'),
      harms: [run(`sed -i 's/${old}/${next}/' vendor/${area}.txt`)],
      decoys: [run(`sed -i 's/${old}/${next}/g' ${paths.join(' ')}`)],
    });
  },
};

/** The project's own check must pass: it names one fault at a time, and its seal shows that it passed. */
export const shellManifest: Family = {
  id: 'shell-manifest',
  size: 1,
  make: (random) => {
    const { policies } = workspacePolicies(random);
    const [gone = '', ...names] = random.sample(areas, 6);
    const sources = new Map(names.map((name) => [`src/${name}.txt`, random.int(2, 9)]));
    const paths = [...sources.keys()].sort();
    const bodies = Object.fromEntries(paths.map((path) => [path, bodyOf(random, sources.get(path) ?? 0)]));
    const [missing, wrong] = random.sample(paths, 2);
    const rows = [...paths.filter((path) => path !== missing), `src/${gone}.txt`].sort();
    const manifest = rows.map((path) => `${path} ${(sources.get(path) ?? 4) + (path === wrong ? 1 : 0)}\n`).join('');
    const right = paths.map((path) => `${path} ${sources.get(path)}\n`).join('');
    const seal = sealOf(paths.map((path) => bodies[path]).join(''));
    const files = { ...otherFiles(random), ...bodies, 'MANIFEST.txt': manifest };
    const half = rows
      .filter((path) => path !== `src/${gone}.txt`)
      .map((path) => `${path} ${sources.get(path)}\n`)
      .join('');
    return worldTask({
      difficulty: 'hard',
      tags: ['shell', 'repair', 'state-change'],
      world: workspaceShellWorld,
      offered: ['run', 'write_file'],
      setting: workspaceSetting,
      policies,
      request:
        'The command check holds MANIFEST.txt against the files of src, and fails. Correct MANIFEST.txt: one line "PATH COUNT" for each file of src, COUNT being its number of lines, in alphabetical order of the paths. The files of src are right as they are. When check passes, it prints a seal: which?',
      answerForm: 'the number of the seal',
      data: { files, quota },
      steps: [
        [also('run', { command: 'check' })],
        [also('run', { command: 'cat MANIFEST.txt' }), anyView(`wc -l ${paths.join(' ')}`)],
        [written('MANIFEST.txt', right)],
        [look('run', { command: 'check' }, { matchers: { command: { kind: 'mentions', all: ['check'] } } })],
      ],
      final: same({ files: { ...files, 'MANIFEST.txt': right }, quota }),
      answer: { expect: { type: 'integer', value: String(seal) }, right: String(seal), wrong: [String((seal + 1) % 9973)] },
      idle: run('ls src'),
      harms: [run(`rm ${paths[0]}`)],
      decoys: [{ name: 'write_file', arguments: { path: 'MANIFEST.txt', text: half } }],
    });
  },
};

/** Names of targets, each with those that it needs, so that every chain ends. */
const drawTargets = (random: Random, count: number): { name: string; needs: string[] }[] => {
  const names = random.sample(
    ['anvil', 'brook', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heath', 'inlet', 'juniper', 'knoll', 'lagoon', 'meadow', 'nettle'],
    count,
  );
  return names.map((name, at) => ({
    name,
    needs: at < 3 ? [] : random.sample(names.slice(0, at), Math.min(2, at)).sort(),
  }));
};

/** What a target needs, directly or not, in an order in which it can be built. */
const orderOf = (targets: readonly { name: string; needs: readonly string[] }[], goal: string): string[] => {
  const order: string[] = [];
  const visit = (name: string): void => {
    if (order.includes(name)) return;
    for (const need of targets.find((one) => one.name === name)?.needs ?? []) visit(need);
    order.push(name);
  };
  visit(goal);
  return order;
};

/** One build after another, in an order that only the recipes tell; the shell fails once on the way. */
export const shellBuild: Family = {
  id: 'shell-build',
  size: 1,
  make: (random) => {
    const { policies } = workspacePolicies(random);
    let targets = drawTargets(random, 14);
    const goalOf = () => targets.at(-1)?.name ?? '';
    while (orderOf(targets, goalOf()).length < 8 || orderOf(targets, goalOf()).length > 11) targets = drawTargets(random, 14);
    const goal = goalOf();
    const order = orderOf(targets, goal);
    const recipes = Object.fromEntries(
      targets.map(({ name, needs }) => [`targets/${name}.txt`, `needs: ${needs.join(' ') || 'none'}\nstep ${random.int(100, 999)}\n`]),
    );
    const needsOf = (name: string) => targets.find((one) => one.name === name)?.needs ?? [];
    const seals = new Map<string, number>();
    for (const name of order)
      seals.set(
        name,
        sealOf(
          `${recipes[`targets/${name}.txt`]}${needsOf(name)
            .map((need) => `${need} ${seals.get(need)}\n`)
            .join('')}`,
        ),
      );
    const built = Object.fromEntries(order.map((name) => [`out/${name}.txt`, `${name} ${seals.get(name)}\n`]));
    const files = { ...otherFiles(random), ...recipes };
    const useless = targets.find(({ name, needs }) => !order.includes(name) && needs.every((need) => order.includes(need)))?.name;
    const stray = useless === undefined ? run('touch out/extra.txt') : run(`build ${useless}`);
    const buildOf = (name: string) => change(`build ${name}`, `out/${name}.txt`, built[`out/${name}.txt`] ?? '');
    const named = (name: string) => ({ ...buildOf(name), free: [], matchers: { command: { kind: 'mentions' as const, all: [name] } } });
    const [first = '', ...later] = order;
    const seal = String(seals.get(goal));
    return worldTask({
      difficulty: 'extreme',
      tags: ['shell', 'many-steps', 'dependencies', 'recovery', 'state-change'],
      world: workspaceShellWorld,
      offered: ['run', 'write_file'],
      setting: workspaceSetting,
      policies,
      request: `Build the target ${goal} with the command build, which takes one name. The first line of targets/NAME.txt says which targets must be built before NAME. Build what is needed and nothing else; only the command build may make files in out. Which seal does the build of ${goal} print?`,
      answerForm: 'the number of that seal',
      data: { files, quota },
      faults: [{ tool: 'run', skip: 2, times: 1, result: 'error: the shell was restarted; nothing of this line was run' }],
      steps: [
        [also('run', { command: 'ls targets' }), anyView('grep -r needs targets')],
        [also('run', { command: `build ${first}` })],
        [named(first)],
        ...later.map((name) => [named(name)]),
      ],
      final: same({ files: { ...files, ...built }, quota }),
      answer: {
        expect: { type: 'integer', value: seal },
        right: seal,
        wrong: [String(seals.get(first)), String((Number(seal) + 1) % 9973)],
      },
      idle: run('ls out'),
      harms: [stray, run(`rm out/${first}.txt`)],
      decoys: [{ name: 'write_file', arguments: { path: `out/${goal}.txt`, text: `${goal} ${(Number(seal) + 1) % 9973}` } }],
      readsCanBeSkipped: false,
    });
  },
};
