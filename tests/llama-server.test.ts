import { expect, test } from 'vitest';
import { llamaServer, requireAsset } from './support/assets.ts';

test('a real llama.cpp server answers with the starter model and ends when told to', async (context) => {
  const server = await requireAsset(context, llamaServer()).start();
  try {
    const models = (await (await fetch(`${server.endpoint}/v1/models`)).json()) as { data: { id: string }[] };
    expect(models.data.map(({ id }) => id)).toEqual([server.model]);
    const reply = await fetch(`${server.endpoint}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: server.model, messages: [{ role: 'user', content: 'Say hello.' }], max_tokens: 4, temperature: 0 }),
    });
    expect(await reply.json()).toMatchObject({ choices: [{ message: { role: 'assistant' } }], usage: { completion_tokens: 4 } });
  } finally {
    await server.stop();
  }
  await expect(fetch(`${server.endpoint}/health`)).rejects.toThrow('fetch failed');
});
