import { UserError, type Plan, type RunEvent, type RunSettings } from '@benchloop/spec';
import * as engine from '@benchloop/engine';
import type { Session } from '@benchloop/engine';
import { readModelFolders } from '../../edge/config-file.ts';
import { planOfFlags, type PlanOfFlags } from '../../edge/plan-of-flags.ts';
import type { RunCommandOptions } from '../../edge/session-flags.ts';
import { createTalk } from '../chat/talk.ts';
import type { LeaderboardQuery } from '../leaderboard-query.ts';
import { createStudyAnswers } from '../study/answer-studies.ts';
import { settingFacts } from '../stacks/setting-facts.ts';
import { settingsOfCommand } from '../model-ids.ts';
import { readRun } from '../read-run.ts';
import type { ChildCommand, ChildMessage, ChildOrder } from './messages.ts';

const home = engine.benchloopHome();
const soon = new AbortController();
const now = new AbortController();

const say = (message: ChildMessage): void => void process.send?.(message);

const textsEachMs = 100;
let heldTexts: Extract<RunEvent, { type: 'trial-progress' }>[] = [];

const sayTexts = (): void => {
  const joined = new Map<string, (typeof heldTexts)[number]>();
  for (const event of heldTexts) {
    const key = `${event.trialId} ${event.turn} ${event.channel}`;
    const before = joined.get(key);
    joined.set(key, before === undefined ? event : { ...event, text: before.text + event.text });
  }
  heldTexts = [];
  for (const event of joined.values()) say({ say: 'event', event });
};

const listener = (event: RunEvent): void => {
  // A message for each token would cost the measured process more than the page gains.
  if (event.type === 'trial-progress') {
    if (heldTexts.push(event) === 1) setTimeout(sayTexts, textsEachMs);
  } else {
    if (heldTexts.length > 0) sayTexts();
    say({ say: 'event', event });
  }
};

const camel = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const optionsOf = (settings: RunSettings, dryRun: boolean): RunCommandOptions => ({
  ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [camel(name), value])),
  yes: true,
  json: true,
  dryRun,
});

/** A page typed the address, so that a key without a host in the environment is not meant for it. */
const originOf = ({ endpoint: { origin } }: Plan) => (origin === 'flag' ? 'config' : origin);

const sessionOf = async (plan: Plan, endpoint: string | null, suites: PlanOfFlags['suites']): Promise<Session> => {
  const key = await engine.keyFor({ endpoint, endpointOrigin: originOf(plan), flag: null, home, env: process.env });
  return {
    home,
    parts: suites.parts,
    suiteFolders: suites.folders,
    listener,
    stopSoon: soon.signal,
    stopNow: now.signal,
    ignoreQueue: false,
    apiKey: key.value,
    allowInsecure: false,
    modelFolders: await readModelFolders(home),
  };
};

const resume = async (runId: string): Promise<ChildMessage> => {
  const run = await engine.createRunStore(home).loadRun(runId);
  const endpoint = (await engine.loadLocalFacts(home, runId))?.endpoint ?? run.plan.endpoint.value;
  const suites = await engine.addFoldersOfRun(home, runId);
  const again = await engine.resumeRun(runId, await sessionOf(run.plan, endpoint, suites));
  return { say: 'ended', runId: again.id, status: again.status };
};

const talk = createTalk((event) => say({ say: 'chat', event }));

const chat = async (settings: RunSettings): Promise<ChildMessage> => {
  const { plan, suites } = await planOfFlags(optionsOf(await settingsOfCommand(home, settings), true));
  await talk.begin(await engine.openStack(plan, await sessionOf(plan, plan.endpoint.value, suites)), now.signal);
  return { say: 'chat', event: { type: 'done' } };
};

const leaderboard = async (query: LeaderboardQuery): Promise<ChildMessage> => {
  const { standings } = await engine.readIndex(home);
  const suites = [...new Set(standings.filter(({ frozen }) => frozen).flatMap(({ tasks }) => Object.keys(tasks)))].toSorted();
  return { say: 'boards', boards: await engine.localLeaderboard(home, { ...query, wholeValues: true }), suites };
};

const verify = async (id: string): Promise<ChildMessage> => {
  const { parts } = await engine.addFoldersOfRun(home, id);
  const onProgress = (done: number, total: number) => say({ say: 'progress', done, total });
  return { say: 'verified', verification: await engine.verifyRun({ home, id, parts, onProgress, signal: now.signal }) };
};

const index = async (id: string): Promise<ChildMessage> => ({
  say: 'indexed',
  damage: await readRun(id, () => engine.indexStoredRun(home, id)),
});

const answerStudy = createStudyAnswers(home, say);

const untilStopped = (): Promise<ChildMessage> =>
  new Promise((resolve) => now.signal.addEventListener('abort', () => resolve({ say: 'closed' }), { once: true }));

/** Does what was asked and gives the answer. */
const carryOut = async (order: ChildOrder): Promise<ChildMessage> => {
  if (order.do === 'resume') return resume(order.runId);
  if (order.do === 'chat') return chat(order.settings);
  if (order.do === 'leaderboard') return leaderboard(order.query);
  if (order.do === 'verify') return verify(order.runId);
  if (order.do === 'index') return index(order.runId);
  if (order.do === 'study') return untilStopped();
  if (order.do === 'sweep') return { say: 'sweep', facts: await settingFacts(home, order.runs) };
  if (order.do === 'compare') {
    const margin = order.margin === null ? {} : { margin: order.margin };
    return { say: 'comparison', comparison: (await engine.compareStored({ home, names: order.runs, ...margin })).comparison };
  }
  if (order.do === 'decide') return { say: 'decision', decision: await engine.decideStored({ home, names: order.runs, use: order.use }) };
  const settings = await settingsOfCommand(home, order.settings);
  const { plan, suites } = await planOfFlags(optionsOf(settings, order.do === 'plan'));
  const machine = await engine.readMachine(home);
  if (order.do === 'plan') {
    const { run, work } = engine.planRun(plan, machine, suites);
    const counted = run.manifest.suites.map(({ id, tasks, tasksInSuite }) => ({ id, tasks: tasks.length, tasksInSuite }));
    const budget = await engine.budgetOf({ home, plan, parts: suites.parts });
    return { say: 'plan', planned: { plan, trials: work.length, suites: counted, manifest: run.manifest.digest, budget } };
  }
  const session = await sessionOf(plan, plan.endpoint.value, suites);
  if (order.do === 'preflight') return { say: 'preflight', answer: await engine.preflightStack(plan, machine, session) };
  const run = await engine.startRun(plan, machine, session);
  return { say: 'ended', runId: run.id, status: run.status };
};

const problemOf = (failure: unknown) =>
  failure instanceof UserError
    ? { message: failure.message, nextStep: failure.nextStep }
    : {
        message: `An unexpected failure, which is a bug of BenchLoop: ${failure instanceof Error ? failure.message : String(failure)}`,
        nextStep: 'Try it on the command line, and report what it prints.',
      };

/** The last message must be out before the process ends. */
const finish = (last: ChildMessage): void => {
  if (process.connected) process.send?.(last, () => process.exit());
  else process.exit();
};

process.on('message', (message: ChildCommand) => {
  if ('ask' in message) return talk.ask(message.ask);
  if ('study' in message) return answerStudy(message.study);
  if ('command' in message) {
    if (message.command === 'stop-reply') return talk.stopReply();
    soon.abort();
    if (message.command === 'stop-now') now.abort();
    return;
  }
  carryOut(message.order)
    .catch((failure: unknown): ChildMessage => ({ say: 'failed', problem: problemOf(failure) }))
    .then(finish, () => process.exit(1));
});

// Without the app nobody watches and nobody can stop it: the run is kept and can be gone on with.
process.on('disconnect', () => {
  soon.abort();
  now.abort();
});
// Ctrl-C in the terminal of the app reaches its children too; the app tells them what to do.
process.on('SIGINT', () => undefined);
