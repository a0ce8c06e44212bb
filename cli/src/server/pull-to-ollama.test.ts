import { describe, expect, test } from 'vitest';
import { findOllama } from './pull-to-ollama.ts';

type Seen = Awaited<ReturnType<Parameters<typeof findOllama>[0]>>;

const nobody: Seen = { servers: [], silent: [] };
const ollama = (port: number) => ({ endpoint: `http://127.0.0.1:${port}`, kind: 'ollama' as const, partly: false });
const seen = (...servers: Seen['servers']): Seen => ({ servers, silent: [] });

/** What is found when one look after the other sees this, and how many looks it took. */
const find = async (...looks: Seen[]) => {
  const deadlines: (number | undefined)[] = [];
  const look = (deadlineMs?: number) => Promise.resolve(looks[deadlines.push(deadlineMs) - 1] ?? nobody);
  return { endpoint: await findOllama(look), deadlines };
};

describe('the Ollama that fetches a model', () => {
  test('is taken at once where it answers, whoever else is silent', async () =>
    expect(await find({ ...seen(ollama(1)), silent: ['http://127.0.0.1:2'] })).toEqual({
      endpoint: 'http://127.0.0.1:1',
      deadlines: [undefined],
    }));

  test.each<[string, Seen]>([
    ['said nothing', { servers: [], silent: ['http://127.0.0.1:1'] }],
    ['said half of what it is', seen({ endpoint: 'http://127.0.0.1:1/v1', kind: 'openai-compatible', partly: true })],
  ])('is looked for longer where somebody %s in a quick look', async (_, busy) => {
    const { endpoint, deadlines } = await find(busy, seen(ollama(1)));
    expect(endpoint).toBe('http://127.0.0.1:1');
    expect(deadlines).toEqual([undefined, expect.any(Number)]);
    await expect(find(busy, busy)).rejects.toThrow('No Ollama was found on this machine.');
  });

  test('is not looked for longer where all answered, and none of several is taken', async () => {
    const other = seen({ endpoint: 'http://127.0.0.1:3/v1', kind: 'vllm', partly: false });
    await expect(find(other, seen(ollama(1)))).rejects.toThrow('No Ollama was found on this machine.');
    await expect(find(seen(ollama(1), ollama(2)))).rejects.toThrow('There are several: http://127.0.0.1:1 and http://127.0.0.1:2.');
  });
});
