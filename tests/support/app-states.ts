import { cp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { LiveRun, QueuedJob, RunRow, TrialRow } from '@benchloop/spec';
import { ask, handsOn, shows, until, type App } from './app.ts';
import { startBehavingServer } from './behaving-server.ts';
import { runCli } from './cli.ts';
import type { ModelServer } from './model-server.ts';

/** A state of the app beside the bare pages, and how a person gets there. Each begins where the one before it ended. */
export type AppState = { name: string; reach: () => Promise<void> };

export const damagedRun = '20260101-000000-aaaaaa';

/** Two small runs of a made-up model that thinks, and a folder that can't be read. */
export const fillHome = async (home: string): Promise<void> => {
  for (const skill of [80, 30]) {
    const model = `skill=${skill};as=made-up-${skill};think=I read the task first.\nThen I answer.`;
    const plan = ['--profile', 'custom', '--suites', 'speed,agent,toolcall,coding', '--tasks-per-suite', '6'];
    await runCli(['run', '--provider', 'mock', '--model', model, ...plan], home);
  }
  const [first = ''] = await readdir(join(home, 'runs'));
  await cp(join(home, 'runs', first), join(home, 'runs', damagedRun), { recursive: true });
  await writeFile(join(home, 'runs', damagedRun, 'run.json'), '{"id":');
};

/** Two servers with one model each; the second one can't do all that a plan needs. */
export const startTwoServers = async (): Promise<ModelServer[]> => [
  await startBehavingServer(),
  await startBehavingServer({ refusesTools: true, countsNothing: true }),
];

type Place = { app: () => App; page: () => Page; home: () => string };

/** Opens an address and waits until its page is whole. */
export const goOf =
  ({ app, page }: Pick<Place, 'app' | 'page'>) =>
  async (path: string, text: RegExp | string): Promise<void> => {
    await page().goto(`${app().origin}${path}`);
    await page().getByRole('heading', { level: 1 }).first().waitFor();
    await shows(page(), text);
    await until(
      () => page().locator('.app-loading').count(),
      (count) => count === 0,
    );
  };

/** States of a home as `fillHome` leaves it, with the servers of `startTwoServers`. */
export const statesOf = (place: Place): AppState[] => {
  const { app, page, home } = place;
  const go = goOf(place);
  const { press, jobs } = handsOn(() => ({ page: page(), home: home() }));
  const runIds = async (): Promise<string[]> => (await ask<{ runs: RunRow[] }>(page(), 'runs')).runs.map(({ id }) => id);
  const weakRun = async (): Promise<string> =>
    (await ask<{ runs: RunRow[] }>(page(), 'runs')).runs.find(({ model }) => model?.includes('made-up-30'))?.id ?? '';
  const enqueue = async (settings: Record<string, string>, isThere: (job: QueuedJob) => boolean): Promise<QueuedJob> => {
    const before = new Set((await jobs()).map(({ id }) => id));
    const plan = { provider: 'mock', profile: 'custom', suites: 'reasonmath', ...settings };
    const answer = await page().request.post(`${app().origin}/api/queue`, { data: { jobs: [{ settings: plan, group: null }] } });
    if (!answer.ok()) throw new Error(await answer.text());
    const added = (all: QueuedJob[]) => all.find((job) => !before.has(job.id) && isThere(job));
    return added(await until(jobs, (all) => added(all) !== undefined)) as QueuedJob;
  };
  const trace = async (of: (trial: TrialRow) => boolean, text: RegExp | string): Promise<void> => {
    const runId = await weakRun();
    const { trials } = await ask<{ trials: TrialRow[] }>(page(), `runs/${runId}/trials`);
    const trial = trials.find((row) => of(row) && row.passed === false) ?? trials.find(of);
    await go(`/runs/${runId}/trace?trial=${encodeURIComponent(trial?.id ?? '')}`, text);
  };
  return [
    {
      name: 'live-running',
      reach: async () => {
        const model = 'skill=60;ttft=150;itl=10;as=made-up-live;think=Let me count.';
        const job = await enqueue({ model, trials: '20' }, ({ runId }) => runId !== null);
        await until(
          () => ask<LiveRun>(page(), `queue/${job.id}/live`),
          ({ done }) => done >= 3,
        );
        await go(`/runs/${job.runId}`, 'passed so far');
      },
    },
    {
      name: 'live-paused',
      reach: async () => {
        await press('Pause after the trials that run');
        await shows(page(), 'Paused; finished trials are kept');
        await until(jobs, (all) => all.every(({ state }) => state !== 'running'));
      },
    },
    {
      name: 'queue-failed',
      reach: async () => {
        await press('Cancel');
        await shows(page(), 'Cancelled; finished trials are kept');
        await enqueue({ model: 'fail=server;as=made-up-broken' }, ({ state }) => state === 'failed');
        await go('/queue', /could not answer a first, short question/u);
      },
    },
    {
      name: 'run-verified',
      reach: async () => {
        await go(`/runs/${await weakRun()}`, 'Failures by cause');
        await press('Verify');
        await shows(page(), 'Holds');
        await press('Name, tags, notes');
      },
    },
    {
      name: 'runs-edited',
      reach: async () => {
        await go('/runs', 'made-up-80');
        await press(new RegExp(`^Edit ${await weakRun()}`, 'u'));
        await page().getByLabel('Tags, separated by commas').fill('first, weak');
        await page().getByRole('textbox', { name: 'Notes' }).fill('A note of two lines.\nThe second one.');
      },
    },
    {
      name: 'runs-deleted-and-refused',
      reach: async () => {
        await press('Save');
        await shows(page(), 'A note of two lines.');
        const [, , other = ''] = await runIds();
        await press(new RegExp(`^Delete ${other || (await weakRun())}`, 'u'));
        await shows(page(), 'was deleted');
        await page()
          .getByLabel('Zip of a run to import')
          .setInputFiles({ name: 'run.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') });
        await page().getByRole('alert').waitFor();
      },
    },
    {
      name: 'models-preflight',
      reach: async () => {
        await page().getByRole('button', { name: 'Undo' }).click();
        await go('/models', 'Search Hugging Face');
        await page().getByRole('button', { name: 'Check m' }).last().click();
        await shows(page(), /This stack can|The plan can run/u);
      },
    },
    {
      name: 'models-endpoint',
      reach: async () => {
        await press('Close');
        await page().getByText('Save an endpoint').click();
        await page().getByLabel('Address').fill('http://127.0.0.1:9/v1');
        await page().getByLabel('Name', { exact: true }).first().fill('far away');
        await page().getByLabel('Key', { exact: true }).fill('sk-made-up');
        await press('Save');
        await page()
          .getByRole('table', { name: /Addresses that are asked/u })
          .waitFor();
        await page().getByText('Save an endpoint').click();
        await page().getByText('Columns', { exact: true }).click();
      },
    },
    {
      name: 'trace-thinking',
      reach: async () => {
        await trace(({ suiteId }) => suiteId === 'toolcall', 'Components');
        await page()
          .getByRole('button', { name: /thinking/iu, expanded: false })
          .first()
          .click();
        await shows(page(), 'I read the task first.');
      },
    },
    {
      name: 'trace-world',
      reach: async () => {
        await trace(({ taskId }) => taskId.startsWith('database-return'), 'World before and after');
        await page().locator('.trace-diff').first().waitFor();
      },
    },
    {
      name: 'trace-tests',
      reach: () => trace(({ suiteId }) => suiteId === 'coding', 'Hidden tests'),
    },
    {
      name: 'trace-raw',
      reach: async () => {
        await page()
          .getByRole('button', { name: /^Raw bytes of turn 1/u })
          .first()
          .click();
        await shows(page(), 'Back to the conversation');
        await shows(page(), /reply as it came/u);
      },
    },
    {
      name: 'chat-two-models',
      reach: async () => {
        await go('/chat', 'Talk to a model');
        await page().getByText('System text, sampling, thinking, tools').click();
        await page().getByLabel('system text').fill('Be brief.');
        await page().getByLabel('temperature').fill('0');
        await page().getByRole('combobox', { name: 'thinking' }).selectOption('on');
        await page().getByRole('checkbox', { name: 'two models side by side' }).check();
        await page().getByLabel('message').fill('Count to twelve.');
        await press('Send');
        await until(
          () =>
            page()
              .locator('.chat-times')
              .filter({ hasText: /tokens|TTFT/u })
              .count(),
          (count) => count === 2,
        );
        await until(
          () => page().getByRole('button', { name: 'Stop' }).isDisabled(),
          (isOver) => isOver,
        );
        for (const thought of await page()
          .getByText(/^Thinking \(/u)
          .all())
          await thought.click();
        await press('Make a task of it');
      },
    },
    { name: 'no-such-run', reach: () => go('/runs/20990101-000000-cccccc', /There is no run/u) },
    { name: 'no-such-run-trace', reach: () => go('/runs/20990101-000000-cccccc/trace', /There is no run/u) },
    { name: 'damaged-run', reach: () => go(`/runs/${damagedRun}`, /Restore the file from a copy/u) },
    { name: 'no-such-page', reach: () => go('/nonsense', 'There is no such page') },
  ];
};

/** States of a sweep in an app with demo data. */
export const sweepStatesOf = (place: Place): AppState[] => {
  const { app, page, home } = place;
  const { jobs } = handsOn(() => ({ page: page(), home: home() }));
  const cancelAll = async (): Promise<void> => {
    for (const { id, state } of await jobs())
      if (state === 'running' || state === 'waiting') await page().request.post(`${app().origin}/api/queue/${id}/cancel`, { data: {} });
  };
  return [
    {
      name: 'sweep-running',
      reach: async () => {
        await cancelAll();
        const models = ['skill=80;as=one;itl=3;token=1', 'skill=40;as=two;itl=5;token=1', 'fail=fast', 'skill=60;as=slow;ttft=400'];
        const data = { provider: 'mock', models, profile: 'custom', suites: 'reasonmath', tasksPerSuite: 8, threads: [1] };
        const answer = await page().request.post(`${app().origin}/api/stacks`, { data });
        if (!answer.ok()) throw new Error(await answer.text());
        await goOf(place)('/stacks', 'A sweep measures');
        await until(
          () =>
            page()
              .getByRole('table', { name: /^Speed and quality/u })
              .innerText(),
          (text) => /failed/u.test(text) && (text.match(/\bdone\b/gu)?.length ?? 0) >= 2,
        );
      },
    },
    {
      name: 'sweep-ended',
      reach: async () => {
        await cancelAll();
        await shows(page(), /Without a result: 2 of 4 settings/u);
        await shows(page(), /^Take /u);
        await page().getByRole('figure').filter({ hasText: 'Speed and quality' }).first().waitFor();
      },
    },
  ];
};
