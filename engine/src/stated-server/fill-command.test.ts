import { describe, expect, test } from 'vitest';
import { fillCommand, openIn, publicCommand, type CommandValues } from './fill-command.ts';

const none: CommandValues = {
  model: null,
  draft: null,
  context: null,
  threads: null,
  gpuLayers: null,
  kvType: null,
  batch: null,
  flash: null,
  port: '4000',
};

describe('a command is filled', () => {
  test('with every value as one word, whatever it holds', () => {
    const words = fillCommand('llama-server -m {model} -c {context} -ctk {kvType} --url=127.0.0.1:{port}', {
      ...none,
      model: '/models/a b; c.gguf',
      context: '4096',
      kvType: 'q8_0',
    });
    expect(words).toEqual(['llama-server', '-m', '/models/a b; c.gguf', '-c', '4096', '-ctk', 'q8_0', '--url=127.0.0.1:4000']);
  });

  test('and not where a value is missing or would reach nothing', () => {
    expect(() => fillCommand('s {context} {port}', none)).toThrow('takes {context}');
    expect(() => fillCommand('s {port}', { ...none, kvType: 'q8_0' })).toThrow('--kv-type was given');
    expect(() => fillCommand('s {port}', { ...none, model: 'served-name' })).not.toThrow();
  });

  test.each([
    ['s {ctx} {port}', '{ctx}'],
    ['s -m {model}', '{port}'],
    ['s {toString} {port}', '{toString}'],
  ])('%s is refused', (command, words) => expect(() => openIn(command)).toThrow(words));
});

test.each([
  ['/home/ann/llama.cpp/llama-server -m {model} --port {port}', 'llama-server -m {model} --port {port}'],
  ['s --api-key abc --hf-token=xyz --port {port}', "s --api-key '[redacted]' '--hf-token=[redacted]' --port {port}"],
  ['s -m=/data/ann/m.gguf --url http://127.0.0.1:{port}/v1', 's -m=m.gguf --url http://127.0.0.1:{port}/v1'],
  [String.raw`C:\Users\ann\s.exe --port {port}`, 's.exe --port {port}'],
])('a run keeps no folder and no key of %s', (command, kept) => expect(publicCommand(command)).toBe(kept));
