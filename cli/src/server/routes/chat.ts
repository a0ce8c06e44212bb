import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { chatAskSchema, chatTaskSchema, UserError, type ChatEvent } from '@benchloop/spec';
import { createChatPool } from '../chat/pool.ts';
import { demoChoices, listModelChoices } from '../chat/list-models.ts';
import { writeChatTask } from '../chat/write-task.ts';
import type { ServerContext } from '../context.ts';
import { checkSettings, refuseMock } from '../model-ids.ts';
import { readBody, refuse } from '../problem.ts';

/** Chats with a model that is loaded in a process of its own, and tasks made out of them. */
export const createChatRoutes = ({ home, env, bus, queue, demo, mayMock, signal }: ServerContext) => {
  const pool = createChatPool({ bus, signal });
  return new Hono()
    .get('/models', async (context) => context.json({ models: demo ? demoChoices() : await listModelChoices({ home, env }) }))
    .post('/reply', async (context) => {
      const ask = await readBody(context, chatAskSchema);
      refuseMock(checkSettings(ask.settings), mayMock);
      if (queue.list().some(({ state }) => state === 'running'))
        return refuse(context, 409, {
          message: 'A run is going on, and a chat would disturb its times.',
          nextStep: 'Wait for the run to end, or pause it in the queue.',
        });
      return stream(context, async (out) => {
        const stop = new AbortController();
        out.onAbort(() => stop.abort());
        let sent: Promise<unknown> = Promise.resolve();
        const write = (event: ChatEvent): void => void (sent = sent.then(() => out.write(`${JSON.stringify(event)}\n`)));
        await pool.reply(ask, { onEvent: write, signal: stop.signal }).catch((failure: unknown) => {
          if (!(failure instanceof UserError)) throw failure;
          write({ type: 'failed', problem: { message: failure.message, nextStep: failure.nextStep } });
        });
        await sent;
      });
    })
    .post('/task', async (context) => context.json(await writeChatTask(home, await readBody(context, chatTaskSchema))));
};
