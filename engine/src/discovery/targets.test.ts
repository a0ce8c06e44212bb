import { describe, expect, test } from 'vitest';
import { planTargets, targetsOf } from './targets.ts';

const plan = (env: NodeJS.ProcessEnv, saved: { name: string; url: string }[] = []) => planTargets({ env, saved, ports: [] });
const roots = (env: NodeJS.ProcessEnv) => plan(env).targets.map(({ root }) => root);

describe('an address', () => {
  test.each([
    '127.0.0.1:1234',
    'http://127.0.0.1:1234',
    'http://127.0.0.1:1234/',
    '127.0.0.1:1234/v1',
    '127.0.0.1:1234/v1/',
    'http://127.0.0.1:1234/v1/chat/completions',
    'http://127.0.0.1:1234/api/v1/models',
  ])('142: %s is the same server', (address) =>
    expect(targetsOf(address, { from: 'port' }, true)).toMatchObject([{ root: 'http://127.0.0.1:1234' }]),
  );

  test('keeps the path of a reverse proxy, and the path of its API', () => {
    expect(targetsOf('https://host.example/llm/v1', { from: 'port' }, true)).toMatchObject([
      { root: 'https://host.example/llm', apiPath: '/v1' },
    ]);
    expect(targetsOf('http://127.0.0.1:12434/engines/llama.cpp/v1', { from: 'port' }, true)).toMatchObject([
      { root: 'http://127.0.0.1:12434', apiPath: '/engines/llama.cpp/v1' },
    ]);
  });

  test('localhost may be either address of this machine', () => {
    expect(targetsOf('localhost:8080', { from: 'port' }, true)).toMatchObject([
      { root: 'http://127.0.0.1:8080' },
      { root: 'http://[::1]:8080' },
    ]);
  });

  test.each(['', '::::', 'ftp://host', 'http://user:pass@host/v1'])('%j is none', (address) => {
    expect(targetsOf(address, { from: 'port' }, true)).toHaveProperty('problem');
  });
});

describe('the environment', () => {
  test.each([
    ['0.0.0.0', 'http://127.0.0.1:11434'],
    ['0.0.0.0:9999', 'http://127.0.0.1:9999'],
    [':9999', 'http://127.0.0.1:9999'],
    ['127.0.0.1', 'http://127.0.0.1:11434'],
    ['[::]:9999', 'http://[::1]:9999'],
    ['http://127.0.0.1:9999/', 'http://127.0.0.1:9999'],
  ])('OLLAMA_HOST=%s', (value, root) => expect(roots({ OLLAMA_HOST: value })).toEqual([root]));

  test('ports and base URLs of other programs', () => {
    expect(roots({ LLAMA_ARG_PORT: '8088', OPENAI_BASE_URL: 'http://127.0.0.1:7777/v1', LMSTUDIO_PORT: '1235' })).toEqual([
      'http://127.0.0.1:8088',
      'http://127.0.0.1:7777',
      'http://127.0.0.1:1235',
    ]);
  });

  test('an address elsewhere is asked only where it was named here', () => {
    const foreign = plan({ OPENAI_BASE_URL: 'https://api.example.com/v1', OLLAMA_HOST: 'nas.local' });
    expect(foreign.targets).toEqual([]);
    expect(foreign.skipped.map(({ address }) => address)).toEqual(['http://nas.local:11434', 'https://api.example.com/v1']);
    expect(plan({ BENCHLOOP_ENDPOINTS: 'https://api.example.com/v1, 127.0.0.1:5' }).targets).toMatchObject([
      { root: 'https://api.example.com', named: true },
      { root: 'http://127.0.0.1:5', named: true },
    ]);
  });

  test('what is no address is skipped with the reason', () => {
    expect(plan({ OLLAMA_HOST: 'a b:c' }).skipped).toHaveLength(1);
    expect(plan({ BENCHLOOP_ENDPOINTS: 'ftp://x' }).skipped).toMatchObject([
      { reason: expect.stringMatching(/neither http nor https/u) as string },
    ]);
  });

  test('a server that is named twice is asked once, as the one that may have a key', () => {
    const { targets } = planTargets({ env: { OLLAMA_HOST: '127.0.0.1' }, saved: [{ name: 'a', url: 'http://127.0.0.1:11434/v1' }] });
    expect(targets.filter(({ root }) => root === 'http://127.0.0.1:11434')).toMatchObject([{ named: true, source: { from: 'saved' } }]);
  });
});
