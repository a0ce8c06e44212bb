import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Report } from '@benchloop/spec';
import { startBehavingServer } from './support/behaving-server.ts';
import { runCli, type CliResult } from './support/cli.ts';
import { sendJson, type ModelServer } from './support/model-server.ts';
import { makeSelfSigned } from './support/self-signed.ts';
import { startTunnelProxy, type TunnelProxy } from './support/tunnel-proxy.ts';

/** A name that no resolver knows: only a proxy can reach it. */
const farHost = 'models.example';
const certificate = makeSelfSigned(['127.0.0.1', 'localhost', farHost]);

let home: string;
let server: ModelServer;
let proxy: TunnelProxy | null;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tls-'));
  proxy = null;
  server = await startBehavingServer({}, certificate);
  await writeFile(join(home, 'ca.pem'), certificate.cert);
});
afterEach(async () => {
  await server.close();
  await proxy?.close();
  await rm(home, { recursive: true, force: true });
});

const trusting = (): Record<string, string> => ({ NODE_EXTRA_CA_CERTS: join(home, 'ca.pem') });
const run = (endpoint: string, env: Record<string, string> = {}, ...more: string[]) =>
  runCli(['run', '--suites', 'reasonmath', '--tasks-per-suite', '2', '--json', '--endpoint', endpoint, ...more], home, {
    // Lower case goes before what this machine may have in capitals.
    no_proxy: '',
    ...env,
  });
const reportOf = ({ stdout, stderr, code }: CliResult): Report => {
  expect({ stderr, code }).toMatchObject({ code: 0 });
  return JSON.parse(stdout) as Report;
};
const expectMessage = async (result: CliResult, message: RegExp): Promise<void> => {
  expect(result.stderr).toMatch(message);
  expect(result.stderr).not.toMatch(/unexpected failure|\n\s+at /u);
  expect(result.stderr.split('\n').filter((line) => line.startsWith('bench-loop:'))).toHaveLength(1);
  expect(result.code).toBe(2);
  expect(await readdir(join(home, 'runs')).catch(() => [])).toEqual([]);
};
const throughProxy = async (refuseWith?: number): Promise<TunnelProxy> => {
  proxy = await startTunnelProxy(Number(new URL(server.endpoint).port), refuseWith);
  return proxy;
};

/** One model behind the Responses API, and no other route. */
const startResponsesServer = async (tls: { key: string; cert: string }) => {
  const keys: (string | undefined)[] = [];
  const response = { id: 'r', model: 'm', status: 'completed', output: [], usage: { input_tokens: 5, output_tokens: 2 } };
  const said = [
    { type: 'response.created', response },
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Answer: 1' },
    { type: 'response.completed', response },
  ];
  const far = createServer(tls, (request, reply) => {
    keys.push(request.headers.authorization);
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      if (request.url === '/v1/models') return sendJson(reply, 200, { data: [{ id: 'm' }] });
      if (request.url !== '/v1/responses') return sendJson(reply, 404, { detail: 'Not Found' });
      if (body === '{}') return sendJson(reply, 400, { error: { message: 'input is required' } });
      reply.writeHead(200, { 'content-type': 'text/event-stream' });
      reply.end(said.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
    });
  });
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve));
  const close = () => {
    far.closeAllConnections();
    return new Promise<void>((resolve) => far.close(() => resolve()));
  };
  return { port: (far.address() as AddressInfo).port, keys, close };
};

describe('a server whose certificate nobody trusts', () => {
  test.each(['127.0.0.1', 'localhost'])('at %s stops the run with one message', async (host) => {
    await expectMessage(
      await run(server.endpoint.replace('127.0.0.1', host)),
      /certificate of https:\S+ is not trusted[^]*NODE_EXTRA_CA_CERTS/u,
    );
    expect(server.chats()).toBe(0);
  });

  test('lists no models, with the same message', async () => {
    const result = await runCli(['models', 'list', '--endpoint', server.endpoint], home);
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(/is not trusted[^]*NODE_EXTRA_CA_CERTS/u);
  });

  test('is measured once it is trusted', async () => {
    const { run: stored, trials } = reportOf(await run(server.endpoint, trusting()));
    expect(stored).toMatchObject({ status: 'complete', plan: { place: { value: 'local' } } });
    expect(trials).toHaveLength(2);
  });

  test('is not trusted under a name that its certificate does not hold', async () => {
    const { url } = await throughProxy();
    await expectMessage(await run('https://other.example/v1', { https_proxy: url, ...trusting() }), /is not trusted[^]*other\.example/u);
  });
});

describe('a proxy of the environment', () => {
  test('carries every call to a host elsewhere, whose run is remote by itself and shows its cost', async () => {
    const { url, seen } = await throughProxy();
    const prices = {
      dated: '2026-01-31',
      currency: 'EUR',
      prices: [{ provider: 'openai', model: 'm', host: farHost, input: 2, output: 10 }],
    };
    await writeFile(join(home, 'prices.json'), JSON.stringify(prices));
    const report = reportOf(await run(`https://${farHost}/v1`, { https_proxy: url, ...trusting() }));
    expect(new Set(seen)).toEqual(new Set([`CONNECT ${farHost}:443`]));
    expect(report.run).toMatchObject({
      status: 'complete',
      plan: { place: { value: 'remote', origin: 'found' } },
      server: { place: 'remote' },
    });
    expect(report.summary.overall.formula).toBe('without-speed');
    expect(report.cost).toMatchObject({ currency: 'EUR', dated: '2026-01-31', list: 'file', pricedCalls: 2 });
    expect(report.cost?.amount).toBeGreaterThan(0);
    const shown = await runCli(['report', report.run.id], home);
    expect(shown.stdout.replaceAll(/\s+/gu, ' ')).toMatch(
      /Cost 0\.\d+ EUR for 2 calls, at the prices of your price file, dated 2026-01-31/u,
    );
  });

  test('carries the key to a host with the Responses API alone, which is chosen by itself and said once', async () => {
    const answers = await startResponsesServer(certificate);
    proxy = await startTunnelProxy(answers.port);
    try {
      const result = await run(`https://${farHost}/v1`, { https_proxy: proxy.url, BENCHLOOP_API_KEY: 'far-key-1', ...trusting() });
      expect(reportOf(result).run.plan).toMatchObject({ provider: { value: 'openai-responses', origin: 'found' } });
      expect(result.stderr.match(/has only the Responses API/gu)).toHaveLength(1);
      expect(new Set(proxy.seen)).toEqual(new Set([`CONNECT ${farHost}:443`]));
      expect(new Set(answers.keys)).toEqual(new Set(['Bearer far-key-1']));
    } finally {
      await answers.close();
    }
  });

  test('is left out for this machine', async () => {
    const { url, seen } = await throughProxy(502);
    reportOf(await run(server.endpoint, { https_proxy: url, http_proxy: url, all_proxy: url, ...trusting() }));
    expect(seen).toEqual([]);
  });

  test('is left out for what NO_PROXY names', async () => {
    const { url, seen } = await throughProxy();
    await expectMessage(
      await run(`https://${farHost}/v1`, { https_proxy: url, no_proxy: farHost, ...trusting() }),
      /host of https:\/\/models\.example is not known/u,
    );
    expect(seen).toEqual([]);
  });

  test('that refuses is one message, without its login', async () => {
    const { url } = await throughProxy(407);
    const result = await run(`https://${farHost}/v1`, { https_proxy: url.replace('//', '//me:secret-word@'), ...trusting() });
    await expectMessage(result, /asks for a login[^]*NO_PROXY/u);
    expect(result.stdout + result.stderr).not.toContain('secret-word');
  });
});

test('a price file that is none stops the run of a paid service before its first call', async () => {
  const { url } = await throughProxy();
  await writeFile(join(home, 'prices.json'), '{"dated":"yesterday","currency":"EUR","prices":[]}');
  await expectMessage(
    await run(`https://${farHost}/v1`, { https_proxy: url, ...trusting() }),
    /prices\.json is no list of prices at dated/u,
  );
  expect(server.chats()).toBe(0);
});
