import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';

const readable = (path: string | undefined): string[] => {
  if (!path) return [];
  try {
    return [readFileSync(path, 'utf8')];
  } catch {
    return [];
  }
};

/**
 * Certificate authorities to trust: those of Node plus the files that `PIP_CERT`, pip's own settings and
 * `SSL_CERT_FILE` name. Undefined when none is named, so that Node's default holds.
 */
export const trustedCertificates = (env: NodeJS.ProcessEnv, pipCert: string | null): string[] | undefined => {
  const named = [env.PIP_CERT, pipCert ?? undefined, env.SSL_CERT_FILE].flatMap(readable);
  // Giving `ca` replaces Node's list, so what NODE_EXTRA_CA_CERTS added to it must be added again.
  return named.length === 0 ? undefined : [...rootCertificates, ...readable(env.NODE_EXTRA_CA_CERTS), ...named];
};
