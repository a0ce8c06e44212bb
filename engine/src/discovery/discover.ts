import type { Milliseconds, ServerFacts } from '@benchloop/spec';
import { setMaxListeners } from 'node:events';
import { connect } from 'node:net';
import { exposesKey } from '../kit/http/key-safety.ts';
import { isLoopback } from '../kit/loopback.ts';
import { askServer } from './ask-server.ts';
import { proxyOf } from './http-get.ts';
import { serverApi, type ApiAt, type ServerApi } from './server-api.ts';
import { identify, identifyAs, probePaths, type Identity } from './identify.ts';
import type { ProbeAnswers } from './answers.ts';
import type { Evidence, ServerKindId, ServerModel } from './server-kind.ts';
import { serverFactsOf } from './server-facts.ts';
import { planTargets, type SavedAddress, type SkippedTarget, type Target, type TargetSource } from './targets.ts';

/** Longest time that all probes together may take: they run side by side and end together. */
export const defaultDeadlineMs: Milliseconds = 1_000;

/** An LLM server that answered. */
export type FoundServer = {
  /** Base URL of its OpenAI-compatible API, as `--endpoint` takes it. */
  endpoint: string;
  kind: ServerKindId;
  title: string;
  source: TargetSource;
  evidence: Evidence[];
  needsKey: boolean;
  /** True where the deadline cut some answers off: the kind may be another, and models may be missing. */
  partly: boolean;
  facts: ServerFacts;
  models: ServerModel[];
  /** The API that takes a conversation, asked of servers of no known kind; left out or null = not told. */
  api?: ServerApi | null;
};

export type Discovery = {
  servers: FoundServer[];
  /** Something listens there and said nothing in time: a busy server, or no HTTP. */
  silent: string[];
  /** Something answers there that is no LLM server. */
  others: string[];
  /** Named by the person and not reached. */
  unreachable: { address: string; source: TargetSource }[];
  skipped: SkippedTarget[];
};

export type DiscoverOptions = {
  env: NodeJS.ProcessEnv;
  saved?: readonly SavedAddress[];
  ports?: readonly number[];
  deadlineMs?: Milliseconds;
  /** The key for an address that the person named; never asked for any other. */
  keyOf?: (address: string) => Promise<string | null>;
  signal?: AbortSignal;
};

/** Whether anything accepts a connection there before the deadline. */
const listens = (root: URL, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const port = root.port === '' ? (root.protocol === 'https:' ? 443 : 80) : Number(root.port);
    const socket = connect({ host: root.hostname.replace(/^\[|\]$/gu, ''), port });
    const finish = (does: boolean) => {
      signal.removeEventListener('abort', giveUp);
      socket.destroy();
      resolve(does);
    };
    const giveUp = () => finish(false);
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    socket.once('connect', () => finish(true));
    socket.once('error', giveUp);
  });

const keyWithin = async (target: Target, options: DiscoverOptions, signal: AbortSignal): Promise<string | null> => {
  if (!target.named || options.keyOf === undefined || exposesKey(target.root)) return null;
  const late = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
  // A keychain may ask its owner; discovery goes on without the key.
  return Promise.race([options.keyOf(`${target.root}${target.apiPath ?? ''}`).catch(() => null), late]);
};

type Probed =
  | { target: Target; state: 'refused' | 'silent' | 'other' }
  | { target: Target; state: 'found'; identity: Identity; partly: boolean; found: ApiAt | null };

const unknownKind = 'openai-compatible';

/** A server that lists nothing may still take a conversation; only at an address that the person named is that tried. */
const unlisted = async (target: Target, answers: ProbeAnswers, ask: (apiPaths: string[]) => Promise<ApiAt | null>) => {
  if (!target.named) return null;
  const found = await ask(target.apiPath === null ? ['/v1', ''] : [target.apiPath]);
  const identity = found?.api === 'responses' ? identifyAs(unknownKind, answers) : null;
  return identity === null ? null : { identity, found };
};

const probe = async (target: Target, options: DiscoverOptions, signal: AbortSignal): Promise<Probed> => {
  const root = new URL(target.root);
  // Behind a proxy only the proxy can tell.
  if (proxyOf(root) === null && !(await listens(root, signal))) return { target, state: 'refused' };
  const apiKey = await keyWithin(target, options, signal);
  const answers = await askServer(root, { apiKey, isTrusted: target.named, signal });
  if (answers.size === 0) return { target, state: 'silent' };
  const partly = probePaths.some((path) => !answers.has(path));
  const apiAt = (apiPaths: string[]) => serverApi(root, { apiPaths, apiKey, signal });
  const identity = identify(answers);
  if (identity === null) {
    const bare = await unlisted(target, answers, apiAt);
    return bare === null ? { target, state: 'other' } : { target, state: 'found', partly, ...bare };
  }
  const asks = identity.kind === unknownKind && !identity.match.needsKey;
  const found = asks ? await apiAt([target.apiPath ?? identity.match.apiPath]) : null;
  return { target, state: 'found', identity, partly, found };
};

const serverOf = ({ target, identity, partly, found }: Extract<Probed, { state: 'found' }>): FoundServer => {
  const { kind, title, match, models } = identity;
  return {
    endpoint: `${target.root}${found?.apiPath ?? target.apiPath ?? match.apiPath}`,
    kind,
    title,
    source: target.source,
    evidence: match.evidence,
    needsKey: match.needsKey,
    partly,
    facts: serverFactsOf(kind, match, isLoopback(target.root) ? 'local' : 'remote'),
    models,
    api: found?.api ?? null,
  };
};

/** One server often listens on both of this machine's addresses. */
const sameServer = (server: FoundServer): string =>
  JSON.stringify([new URL(server.endpoint).port, server.kind, server.facts.version, server.models.map(({ id }) => id)]);

const onceEach = (servers: readonly FoundServer[]): FoundServer[] => {
  const local = new Set<string>();
  return servers.filter((server) => {
    if (server.facts.place !== 'local') return true;
    const key = sameServer(server);
    if (local.has(key)) return false;
    local.add(key);
    return true;
  });
};

const isLoopbackTwin = (one: Target, other: Target): boolean => {
  const [a, b] = [new URL(one.root), new URL(other.root)];
  return isLoopback(one.root) && isLoopback(other.root) && a.port === b.port && a.pathname === b.pathname && a.protocol === b.protocol;
};

/** `localhost` is asked by both of its addresses, and a server listens on one of them. */
const answersAs = (target: Target, others: readonly Target[]): boolean =>
  others.some((other) => JSON.stringify(other.source) === JSON.stringify(target.source) && isLoopbackTwin(target, other));

/**
 * Looks for LLM servers: no generation, all at once, within the deadline. GET only, but for the empty question that
 * tells the API of a server of no known kind. Asks this machine and what the person named; a key goes only to an address
 * that the person named. Nothing here throws for a server.
 */
export const discover = async (options: DiscoverOptions): Promise<Discovery> => {
  const { targets, skipped } = planTargets({ env: options.env, saved: options.saved ?? [], ports: options.ports });
  const deadline = AbortSignal.timeout(options.deadlineMs ?? defaultDeadlineMs);
  const signal = options.signal === undefined ? deadline : AbortSignal.any([options.signal, deadline]);
  // Every probe listens to it.
  setMaxListeners(0, signal);
  const probed = await Promise.all(targets.map((target) => probe(target, options, signal)));
  const rootsIn = (state: Probed['state']) => probed.filter((result) => result.state === state).map(({ target }) => target);
  const answering = probed.filter(({ state }) => state !== 'refused').map(({ target }) => target);
  return {
    servers: onceEach(probed.flatMap((result) => (result.state === 'found' ? [serverOf(result)] : []))),
    silent: rootsIn('silent').map(({ root }) => root),
    others: rootsIn('other').map(({ root }) => root),
    unreachable: rootsIn('refused')
      .filter(({ named }) => named)
      .filter((target, index, refused) => !answersAs(target, [...answering, ...refused.slice(0, index)]))
      .map(({ root, source }) => ({ address: root, source })),
    skipped,
  };
};
