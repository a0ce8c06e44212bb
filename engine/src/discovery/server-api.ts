import { asRecord } from '../kit/wire/members.ts';
import type { ProbeAnswer } from './answers.ts';
import { createGetter, type Getter } from './http-get.ts';

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

/** The API below one base; `silent` where the server did not answer, so that no other base need be tried. */
const apiBelow = async (getter: Getter, apiPath: string, signal: AbortSignal): Promise<ServerApi | 'silent' | null> => {
  const ask = (route: string) => getter.post(`${apiPath}${route}`, emptyQuestion, signal);
  const shows = (answer: ProbeAnswer) => !isRedirect(answer) && asRecord(answer.json) !== null;
  const chat = await ask('/chat/completions');
  if (chat === null) return 'silent';
  if (hasRoute(chat)) return shows(chat) ? 'chat-completions' : null;
  const responses = await ask('/responses');
  if (responses === null) return 'silent';
  return hasRoute(responses) && shows(responses) ? 'responses' : null;
};

/** An API, and the path below the server's root where it is. */
export type ApiAt = { api: ServerApi; apiPath: string };

/**
 * The API that answers below `root` at the first of `apiPaths` that has one, told by how its route rejects an empty question;
 * null where none shows itself. The Responses route is asked only where there is no other. A web page and a redirect, which
 * is not followed, are no API. Never throws for a server.
 */
export const serverApi = async (
  root: URL,
  { apiPaths, apiKey, signal }: { apiPaths: readonly string[]; apiKey: string | null; signal: AbortSignal },
): Promise<ApiAt | null> => {
  const getter = createGetter(root, { apiKey, maxBodyBytes });
  try {
    for (const apiPath of apiPaths) {
      const api = await apiBelow(getter, apiPath, signal);
      if (api === 'silent') return null;
      if (api !== null) return { api, apiPath };
    }
    return null;
  } finally {
    getter.close();
  }
};
