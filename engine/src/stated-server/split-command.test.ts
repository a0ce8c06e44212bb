import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinCommand, splitCommand } from './split-command.ts';

describe('the words of a command', () => {
  test.each([
    ['llama-server -m {model} --port {port}', ['llama-server', '-m', '{model}', '--port', '{port}']],
    [`  "/opt/my tools/server"   --name='a b'  ''`, ['/opt/my tools/server', '--name=a b', '']],
    [`run "a;b|c" '$HOME'`, ['run', 'a;b|c', '$HOME']],
    [String.raw`C:\tools\llama-server.exe -m x`, [String.raw`C:\tools\llama-server.exe`, '-m', 'x']],
  ])('%s', (text, words) => expect(splitCommand(text)).toEqual(words));

  test.each([
    'server; rm x',
    'server | tee log',
    'server && other',
    'server > log',
    'server $(id)',
    'server `id`',
    'server $HOME',
    'server *.gguf',
    'server\nother',
    '~/bin/server',
    'server "open',
    "server 'open",
    '   ',
    "'' x",
  ])('what only a shell understands is refused: %s', (text) => expect(() => splitCommand(text)).toThrow(/server command/u));

  test('a command that is shown reads back as the same words', () =>
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[\w .;|$/:{}-]{1,12}$/u), { minLength: 1 }), (words) => {
        expect(splitCommand(joinCommand(words))).toEqual(words);
      }),
    ));
});
