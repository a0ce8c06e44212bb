import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from '../kit/root.ts';

const folder = mkdtempSync(join(tmpdir(), 'readme-'));
afterAll(() => rmSync(folder, { recursive: true }));

const extract = (text: string, name: string): string => {
  const file = join(folder, 'README.md');
  writeFileSync(file, text);
  return execFileSync(join(root, '.ci/readme-command'), [file, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
};

const readme = [
  '# Title',
  '```sh',
  'echo before',
  '```',
  '<!-- command: run -->',
  '```sh',
  'git clone somewhere',
  'cd somewhere',
  'npm ci',
  'npm run bench -- run',
  '```',
  'Text between.',
  '<!-- command: test -->',
  '',
  '```sh',
  'npm ci && npm test',
  '```',
  '```sh',
  'echo after',
  '```',
  '<!-- command: none -->',
].join('\n');

describe('the command that a README marks', () => {
  test('is the block after its marker, without clone and cd', () => {
    expect(extract(readme, 'run')).toBe('npm ci\nnpm run bench -- run\n');
  });

  test('may stand after an empty line and ends with its block', () => {
    expect(extract(readme, 'test')).toBe('npm ci && npm test\n');
  });

  test.each(['none', 'unknown'])('is an error for %s', (name) => {
    expect(() => extract(readme, name)).toThrow(`no fenced block after <!-- command: ${name} -->`);
  });

  test.each([
    ['run', 'npm run bench -- run'],
    ['test', 'npm test'],
  ])('the README has one for %s', (name, part) => {
    const command = execFileSync(join(root, '.ci/readme-command'), [join(root, 'README.md'), name], { encoding: 'utf8' });
    expect(command).toContain('npm ci --ignore-scripts');
    expect(command).toContain(part);
  });
});
