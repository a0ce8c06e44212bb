/** The operating system's store of secrets. Every function rejects where there is none, as on a machine without a desktop. */
export type Keychain = {
  read: (origin: string) => Promise<string | null>;
  write: (origin: string, key: string) => Promise<void>;
  remove: (origin: string) => Promise<boolean>;
};

const service = 'bench-loop';
/** A locked keychain may wait for a person who is not there. */
const patienceMs = 5_000;

/** The keychain of this system; its library is loaded only when a key is asked for. */
export const createKeychain = (): Keychain => {
  const entry = async (origin: string) => {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return new AsyncEntry(service, origin);
  };
  const soon = () => AbortSignal.timeout(patienceMs);
  return {
    read: async (origin) => (await (await entry(origin)).getPassword(soon())) ?? null,
    write: async (origin, key) => (await entry(origin)).setPassword(key, soon()),
    remove: async (origin) => (await entry(origin)).deletePassword(soon()),
  };
};
