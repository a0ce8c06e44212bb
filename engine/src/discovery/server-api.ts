import { asRecord } from '../kit/wire/members.ts';
import type { ProbeAnswer } from './answers.ts';
import { createGetter } from './http-get.ts';

/** The API through which a server takes a conversation. */
export type ServerApi = 'chat-completions' | 'responses';

/** An answer to a malformed question is short. */
const maxBodyBytes = 64 * 1024;
/** No model, no text: a server that has the route rejects it, and nothing is generated. */
const emptyQuestion = '{}';

const noSuchRoute = [404, 405, 501];
const isRedirect = ({ status }: ProbeAnswer): boolean => status >= 300 && status < 400;
/** How servers that answer every route with 200 say that they don't know it. */
const unexpectedRoute = /unexpected endpoint/iu;

/** Whether a server knows the route; a 404 that speaks of a model comes from a route that is there. */
const hasRoute = (answer: ProbeAnswer): boolean => {
  if (unexpectedRoute.test(answer.text)) return false;
  return !noSuchRoute.includes(answer.status) || /\bmodel\b/iu.test(answer.text);
};

/**
 * Which API answers below `root` + `apiPath`, told by how its route rejects an empty question; null where neither shows
 * itself. The Responses route is asked only where there is no other. A web page and a redirect, which is not followed, are no
 * API. Never throws for a server.
 */
export const serverApi = async (
  root: URL,
  { apiPath, apiKey, signal }: { apiPath: string; apiKey: string | null; signal: AbortSignal },
): Promise<ServerApi | null> => {
  const getter = createGetter(root, { apiKey, maxBodyBytes });
  try {
    const ask = (route: string) => getter.post(`${apiPath}${route}`, emptyQuestion, signal);
    const shows = (answer: ProbeAnswer | null) => answer !== null && !isRedirect(answer) && asRecord(answer.json) !== null;
    const chat = await ask('/chat/completions');
    if (chat === null || hasRoute(chat)) return shows(chat) ? 'chat-completions' : null;
    const responses = await ask('/responses');
    return responses !== null && hasRoute(responses) && shows(responses) ? 'responses' : null;
  } finally {
    getter.close();
  }
};
