import { exitCode, UserError } from '@benchloop/spec';
import type { CliCommand } from '../command.ts';
import { noteLine, printLine } from '../edge/print.ts';

type DashboardOptions = { port?: string; open?: boolean; demo?: boolean };

const readPort = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  const port = Number(text);
  if (!/^\d+$/u.test(text) || port < 1 || port > 65_535)
    throw new UserError(`--port has the value ${JSON.stringify(text)}.`, 'Give a whole number from 1 to 65535.');
  return port;
};

const show = async (link: string, options: DashboardOptions): Promise<void> => {
  printLine(`BenchLoop is open at ${link}`);
  printLine('The link opens one page, once, on this machine only.');
  if (options.open === false) return;
  const { openInBrowser } = await import('../edge/open-in-browser.ts');
  await openInBrowser(link);
};

/** Resolves with the first Ctrl-C or request to end. */
const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });

type Opening = { home: string; options: DashboardOptions; demo: boolean };

/** Serves the pages until the person ends it. */
const serve = async ({ home, options, demo }: Opening): Promise<void> => {
  const [{ startServer }, { dashboardFiles }] = await Promise.all([
    import('../server/start-server.ts'),
    import('../server/dashboard-files.ts'),
  ]);
  const server = await startServer({ home, port: readPort(options.port), files: await dashboardFiles(), demo });
  await show(server.giveLink(), options);
  printLine(
    demo
      ? 'It shows demo data of made-up models, apart from your runs; Ctrl-C ends it and removes them.'
      : 'Ctrl-C ends it; a run in the queue goes on at the next start.',
  );
  await untilStopped();
  noteLine(demo ? 'Stopping; the demo data is removed.' : 'Stopping; finished trials are kept.');
  await server.close();
};

const serveDemo = async (options: DashboardOptions): Promise<void> => {
  const { openDemoHome } = await import('../server/demo.ts');
  const { askedChildrenEnded } = await import('../server/jobs/ask-child.ts');
  const { home, remove } = await openDemoHome();
  // The processes that play the runs find their data home there.
  process.env['BENCHLOOP_HOME'] = home;
  try {
    await serve({ home, options, demo: true });
  } finally {
    await askedChildrenEnded();
    await remove();
  }
};

const dashboard = async (options: DashboardOptions): Promise<void> => {
  readPort(options.port);
  if (options.demo === true) return serveDemo(options);
  const { benchloopHome } = await import('@benchloop/engine');
  const home = benchloopHome();
  const { linkOfRunningApp } = await import('../server/only-one.ts');
  const running = await linkOfRunningApp(home);
  if (running !== null) {
    printLine('The app runs already; this opens another page of it.');
    return show(running, options);
  }
  await serve({ home, options, demo: false });
  process.exitCode = exitCode.ok;
};

/** Opens the local app in the browser. */
export const createDashboardCommand = (): CliCommand => ({
  name: 'dashboard',
  register: (program) =>
    void program
      .command('dashboard')
      .description('open the local app in the browser: models, benchmark, runs, compare')
      .option('--port <n>', 'port on this machine; left out = 8877, or the next free one')
      .option('--demo', 'show made-up models and runs in a data home of their own')
      .option('--no-open', 'print the link and open no browser')
      .action(dashboard),
});
