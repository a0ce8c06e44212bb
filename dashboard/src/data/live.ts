import { useSyncExternalStore } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { appEventSchema, type AppEvent, type Download, type LiveRun, type QueuedJob } from '@benchloop/spec';
import { AppProblem, callApi } from './api.ts';

/** What the event stream told so far. */
export type LiveState = {
  jobs: QueuedJob[];
  live: Record<string, LiveRun>;
  downloads: Record<string, Download>;
  /** How far the check of a stored run has come, by run. */
  verify: Record<string, { done: number; total: number }>;
  connected: boolean;
  /** Why this page may ask for nothing any more; null = it may. */
  refusal: string | null;
};

let state: LiveState = { jobs: [], live: {}, downloads: {}, verify: {}, connected: false, refusal: null };
const listeners = new Set<() => void>();
let drawing = false;

/** However many events come, pages are drawn once a frame. */
const change = (next: Partial<LiveState>): void => {
  state = { ...state, ...next };
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    for (const listener of listeners) listener();
  });
};

const mostRefreshesMs = 2000;
const staleRuns = new Set<string>();

/** However many trials end, the list of a run's trials is asked again once in a while, where a page shows it. */
const askRunAgain = (runId: string, queries: QueryClient): void => {
  if (staleRuns.has(runId)) return;
  staleRuns.add(runId);
  setTimeout(() => {
    staleRuns.delete(runId);
    void queries.invalidateQueries({ queryKey: ['runs', 'trials', runId] });
  }, mostRefreshesMs);
};

const take = (event: AppEvent, queries: QueryClient): void => {
  if (event.type === 'queue') change({ jobs: event.jobs });
  else if (event.type === 'live') change({ live: { ...state.live, [event.live.jobId]: event.live } });
  else if (event.type === 'download') change({ downloads: { ...state.downloads, [event.download.id]: event.download } });
  else if (event.type === 'verify') change({ verify: { ...state.verify, [event.runId]: { done: event.done, total: event.total } } });
  else if (event.type === 'runs-changed') void queries.invalidateQueries({ queryKey: ['runs'] });
  else if (event.type === 'models-changed') void queries.invalidateQueries({ queryKey: ['models'] });
  else if (event.type === 'trial') askRunAgain(event.runId, queries);
  else void catchUp(queries);
};

/** Asks for the state as it is now; what came before the page was opened is in it. */
const catchUp = async (queries: QueryClient): Promise<void> => {
  const { jobs } = await callApi<{ jobs: QueuedJob[] }>('queue');
  const begun = jobs.filter((job) => job.runId !== null && job.state !== 'done');
  const lives = await Promise.all(begun.map(({ id }) => callApi<LiveRun>(`queue/${id}/live`).catch(() => null)));
  change({ jobs, live: { ...state.live, ...Object.fromEntries(lives.flatMap((live) => (live === null ? [] : [[live.jobId, live]]))) } });
  await queries.invalidateQueries();
};

const askAgainMs = 2000;
const noSession = 401;

/** Where the server answered with no stream the browser gives up: listens anew, unless this page has no session any more. */
const comeBack = async (queries: QueryClient): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  try {
    await callApi('queue');
    listenToServer(queries);
  } catch (error) {
    if (error instanceof AppProblem && error.status === noSession) change({ refusal: `${error.message} ${error.nextStep}` });
    else await comeBack(queries);
  }
};

/** Listens to the server for as long as the page is open; the browser connects again by itself and names the last event. */
export const listenToServer = (queries: QueryClient): void => {
  const source = new EventSource('/api/events');
  source.addEventListener('open', () => change({ connected: true }));
  source.addEventListener('error', () => {
    change({ connected: false });
    if (source.readyState === EventSource.CLOSED) void comeBack(queries);
  });
  source.addEventListener('message', (message: MessageEvent<string>) => take(appEventSchema.parse(JSON.parse(message.data)), queries));
  void catchUp(queries).catch(() => undefined);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** A part of the live state; the page is drawn again only when this part changes. */
export const useLive = <Part>(select: (state: LiveState) => Part): Part => useSyncExternalStore(subscribe, () => select(state));
