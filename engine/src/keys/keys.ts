import type { Origin, Warning } from '@benchloop/spec';
import { endpointBases } from '../kit/http/endpoint.ts';
import { checkedKey, keyOriginOf, variablesOf } from './key-place.ts';
import { keyFileOf, readKeyFile, tightenKeyFile, writeKeyFile } from './key-file.ts';
import { createKeychain, type Keychain } from './keychain.ts';

export type KeyRequest = {
  /** The address that the key is for; null where the model needs no server. */
  endpoint: string | null;
  /** Who named the address. Only one that the person typed gets a key that is bound to no host. */
  endpointOrigin?: Origin;
  /** The value of `--api-key`. */
  flag: string | null;
  home: string;
  env: NodeJS.ProcessEnv;
  keychain?: Keychain;
};

export type FoundKey = { value: string | null; source: 'flag' | 'environment' | 'keychain' | 'file' | null; warnings: Warning[] };

const fallbackWarning = (home: string): Warning => ({
  code: 'key-fallback',
  message: `This machine has no keychain that can be reached, so the key is kept in ${keyFileOf(home)}, readable by you alone.`,
  nextStep: 'Set it in the environment instead if others can use your account.',
});

const tightenedWarning = (home: string): Warning => ({
  code: 'key-fallback',
  message: `${keyFileOf(home)} could be read by others; it is now readable by you alone.`,
  nextStep: 'Replace the keys in it if someone else uses this machine.',
});

/** Variables that the services' own clients read; each counts for that service's address only. */
const serviceVariables: Readonly<Record<string, string>> = {
  'https://api.anthropic.com': 'ANTHROPIC_API_KEY',
  'https://api.openai.com': 'OPENAI_API_KEY',
  'https://generativelanguage.googleapis.com': 'GEMINI_API_KEY',
  'https://openrouter.ai': 'OPENROUTER_API_KEY',
};

const generalVariable = 'BENCHLOOP_API_KEY';

/** Whether `BENCHLOOP_ENDPOINTS` names this server and no other. */
const isOnlyNamed = (env: NodeJS.ProcessEnv, endpoint: string): boolean => {
  const named = (env['BENCHLOOP_ENDPOINTS'] ?? '').split(/[\s,]+/u).filter((address) => address !== '');
  const origins = new Set(named.map((address) => (endpointBases(address).ok ? keyOriginOf(address) : address)));
  return origins.size === 1 && origins.has(keyOriginOf(endpoint));
};

/** The variable without a host belongs to the address that was named beside it: by flag, by variable, or as the only one to look at. */
const takesGeneral = ({ env, endpointOrigin }: KeyRequest, endpoint: string): boolean =>
  endpointOrigin === 'flag' || endpointOrigin === 'environment' || isOnlyNamed(env, endpoint);

/** Variables that may hold the key, in their order. */
const variablesFor = (request: KeyRequest, endpoint: string): string[] => {
  const service = serviceVariables[keyOriginOf(endpoint)];
  return [
    ...variablesOf(endpoint),
    ...(takesGeneral(request, endpoint) ? [generalVariable] : []),
    ...(service === undefined ? [] : [service]),
  ];
};

const fromEnvironment = (request: KeyRequest, endpoint: string): string | null => {
  const { env } = request;
  const name = variablesFor(request, endpoint).find((variable) => (env[variable] ?? '').trim() !== '');
  return name === undefined ? null : checkedKey(env[name] ?? '', name);
};

/** Said where a key is there and stays unused, as its owner would wonder why the server asks for one. */
const unusedWarnings = ({ env }: KeyRequest, endpoint: string): Warning[] =>
  (env[generalVariable] ?? '').trim() === ''
    ? []
    : [
        {
          code: 'key-fallback',
          message: `${generalVariable} is not sent to ${keyOriginOf(endpoint)}: it belongs to the address that --endpoint or BENCHLOOP_ENDPOINT names, or that stands alone in BENCHLOOP_ENDPOINTS.`,
          nextStep: `If the key is for this server, name it ${variablesOf(endpoint).at(-1) ?? generalVariable}, or keep it with bench-loop endpoints add.`,
        },
      ];

const fromKeychain = async (keychain: Keychain, origin: string): Promise<string | null> => {
  try {
    return await keychain.read(origin);
  } catch {
    return null;
  }
};

const nothing: FoundKey = { value: null, source: null, warnings: [] };

/**
 * The key for exactly this endpoint: the flag, else the environment, else the keychain, else the key file. A key belongs
 * to the host that it was given for, and goes to no other.
 * Throws `UserError` for a key that is none and for an unreadable key file.
 */
export const keyFor = async (request: KeyRequest): Promise<FoundKey> => {
  const { endpoint, flag, home } = request;
  if (endpoint === null) return nothing;
  if (flag !== null) return { value: checkedKey(flag, '--api-key'), source: 'flag', warnings: [] };
  const fromEnv = fromEnvironment(request, endpoint);
  if (fromEnv !== null) return { value: fromEnv, source: 'environment', warnings: [] };
  const origin = keyOriginOf(endpoint);
  const kept = await fromKeychain(request.keychain ?? createKeychain(), origin);
  if (kept !== null) return { value: checkedKey(kept, 'the keychain'), source: 'keychain', warnings: [] };
  const value = (await readKeyFile(home))[origin];
  if (value === undefined) return { ...nothing, warnings: unusedWarnings(request, endpoint) };
  const warnings = (await tightenKeyFile(home)) ? [tightenedWarning(home), fallbackWarning(home)] : [fallbackWarning(home)];
  return { value: checkedKey(value, keyFileOf(home)), source: 'file', warnings };
};

export type StoredKey = { endpoint: string; home: string; keychain?: Keychain };

/** Keeps a key for this endpoint in the keychain, or in the key file with a warning where there is none. */
export const saveKey = async (options: StoredKey & { key: string }): Promise<{ place: 'keychain' | 'file'; warnings: Warning[] }> => {
  const origin = keyOriginOf(options.endpoint);
  const key = checkedKey(options.key, 'the input');
  try {
    await (options.keychain ?? createKeychain()).write(origin, key);
  } catch {
    await writeKeyFile(options.home, { ...(await readKeyFile(options.home)), [origin]: key });
    return { place: 'file', warnings: [fallbackWarning(options.home)] };
  }
  await removeFromFile(options.home, origin);
  return { place: 'keychain', warnings: [] };
};

const removeFromFile = async (home: string, origin: string): Promise<boolean> => {
  const { [origin]: removed, ...rest } = await readKeyFile(home);
  if (removed !== undefined) await writeKeyFile(home, rest);
  return removed !== undefined;
};

/** Forgets the key of this endpoint wherever it is kept. True where there was one. */
export const removeKey = async ({ endpoint, home, keychain = createKeychain() }: StoredKey): Promise<boolean> => {
  const origin = keyOriginOf(endpoint);
  const fromChain = await keychain.remove(origin).catch(() => false);
  return (await removeFromFile(home, origin)) || fromChain;
};
