import { UserError } from '@benchloop/spec';
import { runTool } from './check/step.ts';
import { writeGeneratedFiles } from './generate/generated-files.ts';
import { root } from './kit/root.ts';
import { scaffold } from './new/scaffold.ts';

try {
  const written = await scaffold(root, process.argv.slice(2));
  await runTool('oxfmt', written);
  const generated = await writeGeneratedFiles(root);
  console.log([...written, ...generated].join('\n'));
  console.log(`Next: fill in ${written[0]}, then npm run check and npx vitest run ${written[0]?.split('/').slice(0, -1).join('/')}`);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(`${error.message}: ${error.nextStep}`);
  process.exitCode = error.exitCode;
}
