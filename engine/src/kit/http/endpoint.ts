import { isPrivateHost } from './key-safety.ts';

const knownTails = /\/(?:chat\/completions|completions|models|responses|embeddings)$/u;

/** Base URLs to try, in this order, each without a slash at its end. */
export type EndpointBases = { ok: true; origin: string; bases: [string, ...string[]] } | { ok: false; message: string };

/** An address may hold a password, which no message repeats. */
const shown = (typed: string): string => `“${typed.replace(/^((?:[a-z][a-z\d+.-]*:)?\/*)[^/]*@/iu, '$1…@')}”`;

const withScheme = (text: string): string => {
  if (/^[a-z][a-z\d+.-]*:\/\//iu.test(text)) return text;
  const host = URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : '';
  return `${isPrivateHost(host) ? 'http' : 'https'}://${text}`;
};

/**
 * An address as a person types it, as bases of an OpenAI-compatible API. A path in front of the API, such as that of a
 * reverse proxy, is kept; a full path of a route is cut back to its base.
 */
export const endpointBases = (typed: string): EndpointBases => {
  const text = withScheme(typed.trim());
  if (typed.trim() === '' || !URL.canParse(text)) return { ok: false, message: `${shown(typed)} is no address of a server` };
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { ok: false, message: `${shown(typed)} is neither http nor https` };
  if (url.username !== '' || url.password !== '') return { ok: false, message: 'the address holds a user name or password' };
  const path = url.pathname.replace(/\/+$/u, '').replace(knownTails, '').replace(/\/+$/u, '');
  const base = url.origin + path;
  return /\/(?:v\d+|openai)$/u.test(path)
    ? { ok: true, origin: url.origin, bases: [base] }
    : { ok: true, origin: url.origin, bases: [`${base}/v1`, base] };
};
