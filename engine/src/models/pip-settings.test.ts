import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsePipConfig, readPipSettings } from './pip-settings.ts';

describe('a pip configuration file', () => {
  test('gives global keys, install keys winning, and continued lines', () => {
    const text = `# a comment
[global]
index-url = https://one.example/simple
timeout = 60
find-links =
    /wheels
    https://links.example/
[install]
index_url: https://two.example/simple
[freeze]
index-url = https://not.this/simple
`;
    expect(Object.fromEntries(parsePipConfig(text))).toEqual({
      'index-url': 'https://two.example/simple',
      timeout: '60',
      'find-links': '/wheels https://links.example/',
    });
  });

  test.each(['', 'no section = here', '[global', '<html></html>', '[global]\n= value'])('%j gives nothing', (text) => {
    expect(parsePipConfig(text).size).toBe(0);
  });
});

describe('settings', () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'bench-loop-pip-'));
    await mkdir(join(home, '.config', 'pip'), { recursive: true });
    await mkdir(join(home, '.pip'));
    await writeFile(join(home, '.pip', 'pip.conf'), '[global]\nindex-url = https://old.example/simple\ncert = /old.pem\n');
    await writeFile(join(home, '.config', 'pip', 'pip.conf'), '[global]\nindex-url = https://own.example/simple\n');
    await writeFile(join(home, 'other.conf'), '[global]\nindex-url = https://named.example/simple\n');
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  test('the later file wins, and the environment stands before files', () => {
    expect(readPipSettings({ HOME: home })).toMatchObject({ indexes: ['https://own.example/simple'], cert: '/old.pem' });
    expect(readPipSettings({ HOME: home, PIP_CONFIG_FILE: join(home, 'other.conf') }).indexes).toEqual(['https://named.example/simple']);
    expect(readPipSettings({ HOME: home, PIP_INDEX_URL: 'https://env.example/simple' }).indexes).toEqual([
      'https://env.example/simple',
      'https://own.example/simple',
    ]);
  });

  test('the null device means no file at all', () => {
    const settings = readPipSettings({ HOME: home, PIP_CONFIG_FILE: '/dev/null' });
    expect(settings).toEqual({ indexes: [], findLinks: [], noIndex: false, cert: null });
  });

  test('uv’s variables count too, with or without a name', () => {
    const env = {
      PIP_CONFIG_FILE: '/dev/null',
      UV_DEFAULT_INDEX: 'mine=https://uv.example/simple',
      UV_INDEX_URL: 'https://uv2.example/simple',
    };
    expect(readPipSettings(env).indexes).toEqual(['https://uv.example/simple', 'https://uv2.example/simple']);
  });

  test('find-links and no-index', () => {
    const env = { PIP_CONFIG_FILE: '/dev/null', PIP_FIND_LINKS: '/wheels /more', PIP_NO_INDEX: '1' };
    expect(readPipSettings(env)).toMatchObject({ findLinks: ['/wheels', '/more'], noIndex: true });
  });
});
