import { findBrokenArrows } from './arrows/arrows.ts';
import { longestFiles } from './check/longest-files.ts';
import { runTool, type Step } from './check/step.ts';
import { mendCommand, staleFiles, writeGeneratedFiles } from './generate/generated-files.ts';
import { root } from './kit/root.ts';

const aimedLines = 300;

const steps: Step[] = [
  { name: 'format', run: () => runTool('oxfmt', ['--check', '.']) },
  { name: 'lint', run: () => runTool('oxlint', ['--deny-warnings', '.']) },
  { name: 'types', run: () => runTool('tsc', ['-p', '.', '--pretty', 'false']) },
  { name: 'page types', run: () => runTool('tsc', ['-p', 'dashboard', '--pretty', 'false']) },
  {
    name: 'arrows',
    run: async () => {
      const { files, broken } = await findBrokenArrows(root);
      const details = broken.map(({ rule, from, to, comment }) => `${from} imports ${to}\n  rule: ${rule}. ${comment}`).join('\n');
      return { ok: broken.length === 0, note: `${files} files`, details };
    },
  },
  {
    name: 'generated',
    run: async () => {
      const stale = await staleFiles(root);
      return { ok: stale.length === 0, details: `stale: ${stale.join(', ')}\n${mendCommand} writes them again` };
    },
  },
];

const report = async ({ name, run }: Step): Promise<boolean> => {
  const began = performance.now();
  const { ok, note, details } = await run().catch((error: unknown) => ({ ok: false, note: undefined, details: String(error) }));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${ok ? 'ok    ' : 'failed'} ${name.padEnd(10)} ${seconds.padStart(4)} s${note === undefined ? '' : `  ${note}`}`);
  if (!ok && details !== undefined) console.log(details.trim().replaceAll(/^/gm, '       '));
  return ok;
};

const write = async (): Promise<void> => {
  const written = await writeGeneratedFiles(root);
  await runTool('oxlint', ['--fix', '.']);
  await runTool('oxfmt', ['.']);
  console.log(`wrote      ${written.length === 0 ? 'no generated file; all are current' : written.join(', ')}`);
};

if (process.argv.includes('--write')) await write();
const passed = await Promise.all(steps.map(report));
const longest = await longestFiles(root, 5);
console.log(
  `longest    ${longest.map(({ file, lines }) => `${file} ${lines}${lines > aimedLines ? ` (over ${aimedLines})` : ''}`).join(', ')}`,
);
if (passed.includes(false)) {
  console.log(`check failed. ${mendCommand} mends format and generated files.`);
  process.exitCode = 1;
}
