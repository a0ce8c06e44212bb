import { Hono } from 'hono';
import { z } from 'zod';
import type { EndpointCard } from '@benchloop/spec';
import type { ServerContext } from '../context.ts';
import { readBody } from '../problem.ts';

const addSchema = z.object({
  url: z.string().trim().min(1).max(2000),
  name: z.string().trim().max(100).nullable(),
  key: z.string().min(1).max(10_000).nullable(),
});
const removeSchema = z.object({ name: z.string().min(1).max(2000) });

/** Saved addresses. A key comes in once and never goes out again. */
export const createEndpointRoutes = ({ home, env, bus }: ServerContext) => {
  const list = async (): Promise<EndpointCard[]> => {
    const engine = await import('@benchloop/engine');
    const saved = await engine.listSavedEndpoints(home);
    return Promise.all(
      saved.map(async ({ name, url }) => {
        const { source } = await engine.keyFor({ endpoint: url, endpointOrigin: 'config', flag: null, home, env });
        return { name, url, key: source === null || source === 'flag' ? 'none' : source };
      }),
    );
  };
  return new Hono()
    .get('/', async (context) => context.json({ endpoints: await list() }))
    .post('/', async (context) => {
      const engine = await import('@benchloop/engine');
      const { url, name, key } = await readBody(context, addSchema);
      const kept = key === null ? null : await engine.saveKey({ endpoint: url, key, home });
      await engine.addSavedEndpoint(home, { url, name });
      bus.publish({ type: 'models-changed' });
      return context.json({ endpoints: await list(), warnings: kept?.warnings.map(({ message }) => message) ?? [] });
    })
    .post('/remove', async (context) => {
      const engine = await import('@benchloop/engine');
      const { name } = await readBody(context, removeSchema);
      const gone = await engine.removeSavedEndpoint(home, name);
      await engine.removeKey({ endpoint: gone.url, home });
      bus.publish({ type: 'models-changed' });
      return context.json({ endpoints: await list(), warnings: [] });
    });
};
