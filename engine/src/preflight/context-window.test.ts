import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ModelRequest } from '@benchloop/spec';
import { needlePrompt } from './needle.ts';
import { findingOf, planned } from './testing/try-stack.ts';
import { countWords, scriptedConnection, type Answer, type Script } from './testing/scripted-connection.ts';
import { taskSizes } from './window-sizes.ts';

const contentOf = (request: ModelRequest): string => request.messages.at(-1)?.content ?? '';
const secretIn = (text: string): string => /secret number is (\d+)/.exec(text)?.[1] ?? 'nothing';
const counted = (promptTokens: number | null): Answer['usage'] => ({
  promptTokens,
  completionTokens: 3,
  cachedTokens: null,
  reasoningTokens: null,
  source: 'usage',
});

/** A server that reads at most `window` words from the end of the prompt, as it says or in silence. */
const windowed =
  (window: number, how: { counts?: boolean; refuses?: boolean; forgets?: boolean } = {}): Script =>
  (request) => {
    const words = countWords(request);
    if (words > window && how.refuses) return { error: { kind: 'context-overflow', message: 'too long', status: 400 } };
    const kept = words > window ? contentOf(request).slice(-window * 4) : contentOf(request);
    const usage = how.counts === false ? null : counted(Math.min(words, window));
    return { text: how.forgets ? 'I do not know.' : secretIn(kept), usage: usage ?? null };
  };

const taskOf = (tokens: number, id = `t${tokens}`) =>
  planned('long', { id, contextTokens: tokens, limits: { maxTokens: 64, maxTurns: 1 } });
const find = (script: Script, tokens: number[], more: Parameters<typeof scriptedConnection>[1] = {}, options = {}) => {
  const connection = scriptedConnection(script, more);
  return findingOf(
    'context-window',
    connection,
    tokens.map((size) => taskOf(size)),
    options,
  ).then((finding) => ({ ...finding, connection }));
};

describe('a window that holds the plan', () => {
  test('is proved by a recalled number', async () => {
    const { level, what, connection } = await find(windowed(100_000), [4096]);
    expect([level, what]).toEqual(['ok', expect.stringMatching(/is proved/)]);
    expect(connection.requests).toHaveLength(2);
    const [, needle] = connection.requests;
    expect(countWords(needle as ModelRequest)).toBeGreaterThan(3600);
    expect(countWords(needle as ModelRequest)).toBeLessThan(4500);
  });

  test('is believed by its count where the model forgets', async () => {
    expect(await find(windowed(100_000, { forgets: true }), [4096])).toMatchObject({
      level: 'ok',
      what: expect.stringMatching(/arrived/) as string,
    });
  });
});

describe('a window that is too small', () => {
  test('is found by the count, in silence or not, and takes the tasks away that do not fit', async () => {
    const { level, what, blocked, remedy, suites } = await find(windowed(1024), [512, 4096, 8192], { server: { kind: 'ollama' } });
    expect([level, what]).toEqual(['impossible', expect.stringMatching(/cuts long prompts in silence/)]);
    expect(blocked).toEqual(['long/t4096', 'long/t8192']);
    expect(suites).toEqual([]);
    expect(remedy).toMatch(/Run with --provider ollama --ctx 8192, or start it as OLLAMA_CONTEXT_LENGTH=8192/);
  });

  test('of an Ollama that is spoken to by its own API is widened without naming that API', async () => {
    const own = { server: { kind: 'ollama' }, model: { providerId: 'ollama' } };
    const { remedy } = await find(windowed(1024), [8192], own);
    expect(remedy).toMatch(/^Run with --ctx 8192, or start it as OLLAMA_CONTEXT_LENGTH=8192/);
  });

  test('is found by the lost number where nothing is counted', async () => {
    expect(await find(windowed(1024, { counts: false }), [8192])).toMatchObject({
      level: 'problem',
      what: expect.stringMatching(/was lost/) as string,
    });
  });

  test('is found by the refusal, and searched for at half the size', async () => {
    const { level, blocked, suites, connection } = await find(windowed(3000, { refuses: true }), [2048, 8192]);
    expect(level).toBe('impossible');
    expect(blocked).toEqual(['long/t8192']);
    expect(suites).toEqual([]);
    expect(connection.requests).toHaveLength(4);
  });

  test('takes the whole suite away where no task fits', async () => {
    expect((await find(windowed(1024), [4096, 8192])).suites).toEqual(['long']);
  });

  test('is known where the engine tells it: nothing is asked', async () => {
    const { level, what, remedy, blocked, connection } = await find(windowed(1), [2048, 8192], {
      model: { contextInForce: 4096 },
      server: { place: 'embedded', kind: 'llama.cpp' },
    });
    expect([level, what]).toEqual(['impossible', 'The context in force is 4096 tokens, and this plan needs up to 8192.']);
    expect(remedy).toBe('Run with --ctx 8192.');
    expect(blocked).toEqual(['long/t8192']);
    expect(connection.requests).toHaveLength(1);
  });

  test('that holds every prompt and not every reply is a problem, not an end', async () => {
    const { level, blocked, why } = await find(windowed(1), [2080], { model: { contextInForce: 2048 }, server: { place: 'embedded' } });
    expect([level, blocked]).toEqual(['problem', []]);
    expect(why).toMatch(/end truncated/);
  });

  test('of slots is asked for once for each', async () => {
    const { remedy } = await find(windowed(1), [8192], { model: { contextInForce: 4096 }, server: { kind: 'llama-server', slots: 4 } });
    expect(remedy).toMatch(/-c 32768 \(8192 for each of its 4 slots\)/);
  });
});

describe('nothing is claimed that was not seen', () => {
  test('a model that forgets short prompts too says nothing of the window', async () => {
    expect(await find(windowed(1024, { counts: false, forgets: true }), [8192])).toMatchObject({ level: 'note', blocked: [] });
  });

  test('a server that counts the same for every prompt counts nothing', async () => {
    expect(await find(() => ({ text: 'Answer: 1', usage: counted(5) }), [2048])).toMatchObject({ level: 'note', blocked: [] });
  });

  test('a failure of another kind says nothing', async () => {
    const late = { error: { kind: 'timeout' as const, message: 'too slow' } };
    const script: Script = (_request, call) => (call === 1 ? {} : late);
    expect(await find(script, [2048])).toMatchObject({ level: 'note', what: expect.stringMatching(/could not be proved/) as string });
  });
});

describe('cost', () => {
  test('a small plan on a server that tells its window costs nothing', async () => {
    const { level, connection } = await find(windowed(1), [1024], { model: { contextInForce: 4096 } });
    expect([level, connection.requests.length]).toEqual(['ok', 1]);
  });

  test('is said before, by the speed seen so far', async () => {
    const said: string[] = [];
    await find(windowed(100_000), [4096], {}, { announce: (message: string) => said.push(message) });
    expect(said.join('\n')).toMatch(/one prompt of 4096 tokens, about \d+ s/);
  });

  const slow: Script = (request) => ({ ...(windowed(100_000)(request, 1) as Answer), timings: { firstTokenMs: 10_000 } });
  const llamaServer = { model: { contextInForce: 16_384 }, server: { kind: 'llama-server' } };

  test('a slow engine that tells its window is believed', async () => {
    const { level, evidence, connection } = await find(slow, [8192], llamaServer);
    expect([level, connection.requests.length]).toEqual(['ok', 1]);
    expect(evidence).toMatch(/a proof would take about \d+ s/);
  });

  test('and is asked all the same where everything is asked', async () => {
    expect((await find(slow, [8192], llamaServer, { everything: true })).connection.requests).toHaveLength(2);
  });
});

test('a needle prompt has at least the tokens that it claims, and about those asked for', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 20_000 }), (tokens) => {
      const { messages, estimate, word } = needlePrompt(tokens, 4321);
      const words = countWords({ messages });
      expect(words).toBeGreaterThanOrEqual(estimate * 0.95);
      expect(estimate).toBeGreaterThanOrEqual(tokens);
      expect(estimate).toBeLessThan(tokens + 12);
      expect(messages[0]?.content.indexOf(word)).toBeLessThan(40);
    }),
    { numRuns: 50 },
  );
});

test('tasks are counted by the server where it counts, and only those that matter', async () => {
  const asked: number[] = [];
  const count = async (text: string) => {
    asked.push(text.length);
    return text.length;
  };
  const task = (characters: number) => ({
    key: `s/${characters}`,
    suiteId: 's',
    promptText: 'x'.repeat(characters),
    replyTokens: 10,
    contextTokens: null,
    offersTools: false,
  });
  const sizes = await taskSizes([task(100), task(5000), task(4000)], 3000, count);
  expect(asked.sort((a, b) => a - b)).toEqual([4000, 5000]);
  expect(sizes.map(({ least }) => least)).toEqual([22, 5000, 4000]);
  const failing = await taskSizes([task(900)], 100, async () => Promise.reject(new Error('no')));
  expect(failing[0]?.least).toBe(200);
});
