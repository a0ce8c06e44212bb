import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trustedCertificates } from './certificates.ts';

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bench-loop-ca-'));
  for (const name of ['pip', 'ssl', 'extra', 'config']) await writeFile(at(name), name);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('Node’s own list holds when no file is named, or none can be read', () => {
  expect(trustedCertificates({ NODE_EXTRA_CA_CERTS: at('extra') }, null)).toBeUndefined();
  expect(trustedCertificates({ SSL_CERT_FILE: at('none'), PIP_CERT: '' }, at('gone'))).toBeUndefined();
});

test('named files are added to Node’s list and to what NODE_EXTRA_CA_CERTS had added', () => {
  const env = { NODE_EXTRA_CA_CERTS: at('extra'), PIP_CERT: at('pip'), SSL_CERT_FILE: at('ssl') };
  expect(trustedCertificates(env, at('config'))).toEqual([...rootCertificates, 'extra', 'pip', 'config', 'ssl']);
});
