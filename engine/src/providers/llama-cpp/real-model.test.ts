import type { Connection, ModelEvent, ModelRequest } from '@benchloop/spec';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolTemplate, writeTinyGguf } from './fixtures/tiny-gguf.ts';
import { createLlamaCppProvider } from './provider.ts';

const cache = process.env.BENCHLOOP_TEST_CACHE ?? join(homedir(), '.cache', 'bench-loop-tests');
const path = join(cache, 'SmolLM2-135M-Instruct.Q4_1.gguf');
const present = existsSync(path);

const ask = (content: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [{ role: 'user', content }],
  sampling: { temperature: 0, topP: null, seed: 1 },
  maxTokens: 24,
  thinking: 'default',
  cachePrompt: false,
  ...more,
});

describe.skipIf(!present)(
  `the starter model${present ? '' : ' (skipped: the file is not there; fetch it with npx tsx scripts/test-assets.ts)'}`,
  () => {
    const home = mkdtempSync(join(tmpdir(), 'bench-loop-real-'));
    let connection: Connection;

    const generate = async (request: ModelRequest) => {
      const events: ModelEvent[] = [];
      for await (const event of connection.generate(request, { signal: AbortSignal.timeout(60_000) })) events.push(event);
      const last = events.at(-1);
      if (last?.type !== 'end') throw new Error(JSON.stringify(last));
      return last;
    };

    beforeAll(async () => {
      const provider = createLlamaCppProvider({ home: () => home });
      const options = {
        endpoint: null,
        model: path,
        apiKey: null,
        allowInsecure: false,
        contextTokens: 1024,
        threads: null,
        gpuLayers: 0,
        connectTimeoutMs: 10_000,
        idleTimeoutMs: 60_000,
      };
      const result = await provider.connect(options, AbortSignal.timeout(60_000));
      if (!result.ok) throw new Error(result.error.message);
      connection = result.connection;
    }, 60_000);

    afterAll(async () => {
      await connection.close();
      rmSync(home, { recursive: true, force: true });
    });

    it('is identified by its file', () => {
      expect(connection.model).toMatchObject({
        name: 'SmolLM2-135M-Instruct.Q4_1',
        family: 'llama',
        parameters: 134_515_008,
        quantization: 'Q4_1',
        sizeBytes: 98_362_432,
        weightsDigest: 'sha256:b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
        contextTrained: 8192,
        contextInForce: 1024,
        licence: 'apache-2.0',
        capabilities: { tools: 'no', thinking: 'no', vision: 'no', system: 'yes' },
      });
    });

    it('records its threads and its load', () => {
      expect(connection.server.threads).toBeGreaterThanOrEqual(1);
      expect(connection.server.flags['threadsChosenBy']).toBe('default');
      expect(connection.server.loadMs).toBeGreaterThan(0);
      expect(connection.server.memoryEstimateBytes).toBeGreaterThan(98_362_432);
    });

    it('answers plausibly, the same each time, and stops by itself', async () => {
      const request = ask('What is 2+2? Answer with the number only.');
      const first = await generate(request);
      expect(first.generation).toMatchObject({ finish: 'stop', finishRaw: 'end-token', warnings: [] });
      expect(first.generation.text).toContain('4');
      expect((await generate(request)).generation.text).toBe(first.generation.text);
      expect(first.timings.interTokenP50Ms).toBeGreaterThan(0);
    });

    it('follows a JSON Schema', async () => {
      const schema = {
        type: 'object',
        properties: { name: { type: 'string', maxLength: 20 }, age: { type: 'integer' } },
        required: ['name', 'age'],
      };
      const { generation } = await generate(ask('Give a person as JSON.', { constraint: { kind: 'json-schema', schema }, maxTokens: 60 }));
      const person = JSON.parse(generation.text) as { name: unknown; age: unknown };
      expect(typeof person.name).toBe('string');
      expect(Number.isInteger(person.age)).toBe(true);
    });

    it('writes other text for another seed and the same text for the same seed', async () => {
      const hot = (seed: number) => ask('Tell a short story.', { sampling: { temperature: 1, topP: 0.9, seed } });
      const first = (await generate(hot(1))).generation.text;
      expect((await generate(hot(1))).generation.text).toBe(first);
      expect((await generate(hot(2))).generation.text).not.toBe(first);
    });

    it('reuses the prompt when asked to', async () => {
      await generate(ask('Name three rivers.'));
      const reused = (await generate(ask('Name three rivers.', { cachePrompt: true }))).generation;
      expect(reused.usage?.cachedTokens).toBe((reused.usage?.promptTokens ?? 0) - 1);
      expect(reused.text.length).toBeGreaterThan(10);
    });

    it('takes type of cache, batch, flash attention and a draft model, says what is in force, and writes plausible text', async () => {
      const provider = createLlamaCppProvider({ home: () => home });
      const plain = { endpoint: null, model: path, apiKey: null, allowInsecure: false, contextTokens: 512, threads: 1, gpuLayers: 0 };
      const times = { connectTimeoutMs: 10_000, idleTimeoutMs: 60_000 };
      const result = await provider.connect(
        { ...plain, ...times, kvType: 'q8_0', batchSize: 64, flashAttention: 'on', draftModel: path },
        AbortSignal.timeout(120_000),
      );
      if (!result.ok) throw new Error(result.error.message);
      const before = connection;
      connection = result.connection;
      try {
        expect(connection.server.flags).toMatchObject({
          kvType: 'q8_0',
          batchSize: '64',
          flashAttention: 'true',
          draftModel: 'SmolLM2-135M-Instruct.Q4_1',
          draftModelDigest: connection.model.weightsDigest,
        });
        const request = ask('What is 2+2? Answer with the number only.');
        const { generation } = await generate(request);
        expect(generation.text).toContain('4');
        expect((await generate(request)).generation.text).toBe(generation.text);
        const again = (await generate({ ...request, cachePrompt: true })).generation;
        expect(again.text).toBe(generation.text);
      } finally {
        connection = before;
        await result.connection.close();
      }
    }, 180_000);

    it('refuses a draft model of another vocabulary', async () => {
      const other = join(home, 'other.gguf');
      writeTinyGguf(other, { template: toolTemplate });
      const provider = createLlamaCppProvider({ home: () => home });
      const plain = { endpoint: null, model: path, apiKey: null, allowInsecure: false, contextTokens: 256, threads: 1, gpuLayers: 0 };
      const times = { connectTimeoutMs: 10_000, idleTimeoutMs: 60_000 };
      const result = await provider.connect({ ...plain, ...times, draftModel: other }, AbortSignal.timeout(120_000));
      if (result.ok) await result.connection.close();
      expect(result).toMatchObject({ ok: false, error: { message: expect.stringContaining('guess for') as string } });
    }, 180_000);
  },
);
