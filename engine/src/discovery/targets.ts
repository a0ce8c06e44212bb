import { endpointBases } from '../kit/http/endpoint.ts';
import { isLoopbackHost } from '../kit/loopback.ts';

/** Ports that local servers use by default. Where one listens says nothing of its kind. */
export const defaultPorts: readonly number[] = [
  11434, 1234, 8080, 9931, 8000, 30000, 3000, 5001, 1337, 12434, 9292, 4000, 5000, 8081, 13305,
];

/** Where an address came from: a default port, the name of the variable, or the saved list. */
export type TargetSource = { from: 'port' } | { from: 'environment'; variable: string } | { from: 'saved'; name: string };

/** One server to ask: the part of its address that comes before any route. */
export type Target = {
  root: string;
  /** Path of the API where the address itself names it, such as `/v1`. */
  apiPath: string | null;
  source: TargetSource;
  /** True where the person named this very address, so that a key for it may be looked up. */
  named: boolean;
};

/** An address that is not asked, and why. */
export type SkippedTarget = { address: string; source: TargetSource; reason: string };

const apiTail = /\/(?:engines(?:\/[\w.-]+)?\/v\d+|openai\/v\d+|api\/v\d+|v\d+)$/u;

/** Splits an address as a person types it. `localhost` may mean two addresses, and a server listens on one of them. */
export const targetsOf = (address: string, source: TargetSource, named: boolean): Target[] | { problem: string } => {
  const found = endpointBases(address);
  if (!found.ok) return { problem: found.message };
  const typed = found.bases.at(-1) ?? found.bases[0];
  const tail = apiTail.exec(typed)?.[0] ?? null;
  const root = new URL(tail === null ? typed.replace(/\/(?:api|openai)$/u, '') : typed.slice(0, -tail.length));
  const hosts = isLoopbackHost(root.hostname) && /localhost$/iu.test(root.hostname) ? ['127.0.0.1', '[::1]'] : [root.hostname];
  const path = root.pathname === '/' ? '' : root.pathname;
  const port = root.port === '' ? '' : `:${root.port}`;
  return hosts.map((host) => ({ root: `${root.protocol}//${host}${port}${path}`, apiPath: tail, source, named }));
};

type Found = { targets: Target[]; skipped: SkippedTarget[] };

const addressOf = (address: string, source: TargetSource, named: boolean): Found => {
  const targets = targetsOf(address, source, named);
  return 'problem' in targets ? { targets: [], skipped: [{ address, source, reason: targets.problem }] } : { targets, skipped: [] };
};

const elsewhere = 'it is not on this machine; `bench-loop endpoints add` makes it one to ask';

/** Variables of other programs name a server too; one elsewhere may be a paid host, and is not asked unless the person says so here. */
const foreign = (address: string, variable: string): Found => {
  const source: TargetSource = { from: 'environment', variable };
  const found = addressOf(address, source, false);
  const away = found.targets.some(({ root }) => !isLoopbackHost(new URL(root).hostname));
  return away ? { targets: [], skipped: [{ address, source, reason: elsewhere }] } : found;
};

/** `OLLAMA_HOST` is written for a server: it may be an address to listen on, without scheme, host or port. */
const ollamaAddress = (value: string): string => {
  const [, scheme = 'http', rest = ''] = /^(?:(https?):\/\/)?(.*?)\/*$/u.exec(value.trim()) ?? [];
  const parts = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/u.exec(rest);
  if (parts === null) return value;
  const [, host = '', port = scheme === 'https' ? '443' : '11434'] = parts;
  const reachable = host === '' || host === '0.0.0.0' ? '127.0.0.1' : host === '[::]' ? '[::1]' : host;
  return `${scheme}://${reachable}:${port}`;
};

const portAddress = (value: string): string => (/^\d+$/u.test(value.trim()) ? `http://127.0.0.1:${value.trim()}` : value);

const foreignVariables: Record<string, (value: string) => string> = {
  OLLAMA_HOST: ollamaAddress,
  LLAMA_ARG_PORT: portAddress,
  OPENAI_BASE_URL: (value) => value,
  OPENAI_API_BASE: (value) => value,
  LMSTUDIO_BASE_URL: (value) => value,
  LMSTUDIO_HOST: portAddress,
  LMSTUDIO_PORT: portAddress,
  LMSTUDIO_URL: (value) => value,
};

const ownVariable = 'BENCHLOOP_ENDPOINTS';

export type SavedAddress = { name: string; url: string };

const portTargets = (ports: readonly number[]): Target[] =>
  ports.flatMap((port) =>
    ['127.0.0.1', '[::1]'].map((host) => ({
      root: `http://${host}:${port}`,
      apiPath: null,
      source: { from: 'port' as const },
      named: false,
    })),
  );

/** Everything to ask, each server once: what the person named first, then variables of other programs, then the default ports. */
export const planTargets = (options: { env: NodeJS.ProcessEnv; saved: readonly SavedAddress[]; ports?: readonly number[] }): Found => {
  const own = (options.env[ownVariable] ?? '').split(/[\s,]+/u).filter((address) => address !== '');
  const parts: Found[] = [
    ...options.saved.map(({ name, url }) => addressOf(url, { from: 'saved', name }, true)),
    ...own.map((address) => addressOf(address, { from: 'environment', variable: ownVariable }, true)),
    ...Object.entries(foreignVariables).flatMap(([variable, read]) => {
      const value = options.env[variable]?.trim() ?? '';
      return value === '' ? [] : [foreign(read(value), variable)];
    }),
    { targets: portTargets(options.ports ?? defaultPorts), skipped: [] },
  ];
  const once = new Map<string, Target>();
  for (const target of parts.flatMap(({ targets }) => targets)) if (!once.has(target.root)) once.set(target.root, target);
  return { targets: [...once.values()], skipped: parts.flatMap(({ skipped }) => skipped) };
};
