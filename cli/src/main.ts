import { exitCode } from '@benchloop/spec/exit-code';
import packageFile from '../package.json' with { type: 'json' };

/** Runs one command line and gives its exit code. */
const runCommandLine = async (argv: readonly string[]): Promise<number> => {
  const [{ Command, CommanderError }, { commands }, { reportFailure }] = await Promise.all([
    import('commander'),
    import('./commands/index.ts'),
    import('./edge/failure.ts'),
  ]);
  const program = new Command('bench-loop')
    .description('Measures what a local model can really do on your machine, raw and inside real agent harnesses.')
    .version(packageFile.version)
    .exitOverride()
    // What follows a subcommand is its own, also where its parent has a flag of the same name.
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: false });
  for (const create of commands) create().register(program);
  for (const command of program.commands) command.exitOverride();
  try {
    await program.parseAsync(argv, { from: 'user' });
    return Number(process.exitCode ?? exitCode.ok);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.usage;
    return reportFailure(error);
  }
};

// A reader that left, as `head` does, is no failure: what is measured is stored all the same.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

const [first] = process.argv.slice(2);
if (first === '--version' || first === '-V') process.stdout.write(`${packageFile.version}\n`);
else process.exitCode = await runCommandLine(process.argv.slice(2));
