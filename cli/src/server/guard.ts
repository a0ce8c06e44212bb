import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { ApiProblem } from '@benchloop/spec';
import { createRateLimit, type RateLimit } from './rate-limit.ts';

/** Who may use the app: pages that were opened with a token that this program gave out, once each. */
export type Guard = {
  /** A token for one page; it opens a session once and within ten minutes. */
  giveToken: () => string;
  /** Refuses what does not come from the app's own pages in this browser. For every path. */
  sameOrigin: MiddlewareHandler;
  /** Refuses who has no session. For everything under `/api/` but the opening of a session. */
  session: MiddlewareHandler;
  /** Opens a session where the token holds. */
  open: MiddlewareHandler;
  /** Gives a token to another start of the program by the same person, who knows the secret of this one. */
  link: MiddlewareHandler;
};

const tokenLifeMs = 600_000;
const openTriesPerMinute = 20;
/** A page that goes through trials with a key held down asks about sixty times a second. */
const sessionRate = { burst: 600, perSecond: 100 };
/** For everybody without a session together: enough for pages left open, too few to guess or to keep the app busy. */
const strangerRate = { burst: 60, perSecond: 2 };

const secret = (): string => randomBytes(24).toString('base64url');

const equal = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const refusal = (message: string, nextStep: string): ApiProblem => ({ message, nextStep });
const openAgain = 'Open the app again with `bench-loop dashboard`.';

/** Names of this machine's own loopback; any other Host is a foreign name that was made to point here. */
const isLoopbackHost = (host: string, port: number): boolean =>
  [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`].includes(host.toLowerCase());

const safeMethods = ['GET', 'HEAD'];

export const createGuard = (port: () => number, startSecret: () => string, nowMs = () => performance.now()): Guard => {
  const sessions = new Map<string, RateLimit>();
  const strangers = createRateLimit(strangerRate);
  const tokens = new Map<string, number>();
  let tries: number[] = [];
  const cookieName = () => `benchloop-${port()}`;

  const takeToken = (given: string): boolean => {
    const now = Date.now();
    for (const [token, until] of tokens) if (until < now) tokens.delete(token);
    const match = [...tokens.keys()].find((token) => equal(token, given));
    if (match !== undefined) tokens.delete(match);
    return match !== undefined;
  };

  const giveToken = (): string => {
    const token = secret();
    tokens.set(token, Date.now() + tokenLifeMs);
    return token;
  };
  /** True where a try at a secret is one too many in this minute. */
  const isTooMany = (): boolean => {
    const now = Date.now();
    tries = [...tries.filter((at) => at > now - 60_000), now];
    return tries.length > openTriesPerMinute;
  };
  const tooFast = refusal('Too many requests at once.', 'Wait a second, then load the page again.');
  const tooMany = refusal('Too many tries to open a session.', 'Wait a minute, then open the app again.');

  return {
    giveToken,
    sameOrigin: async (context, next) => {
      const host = context.req.header('host') ?? '';
      if (!isLoopbackHost(host, port())) return context.json(refusal('This address does not belong to the app.', openAgain), 421);
      const origin = context.req.header('origin');
      const site = context.req.header('sec-fetch-site');
      const isForeign = (origin !== undefined && origin !== `http://${host}`) || site === 'cross-site' || site === 'same-site';
      // A link from elsewhere may open a page, and can read or change nothing by it.
      const isPage = safeMethods.includes(context.req.method) && !context.req.path.startsWith('/api');
      if (isForeign && !isPage) return context.json(refusal('The request comes from another site, so it was refused.', openAgain), 403);
      await next();
    },
    session: async (context, next) => {
      const given = getCookie(context, cookieName()) ?? '';
      const limit = [...sessions].find(([session]) => equal(session, given))?.[1];
      if (!(limit ?? strangers).take(nowMs())) return context.json(tooFast, 429, { 'Retry-After': '1' });
      if (limit === undefined)
        return context.json(refusal('This page was not opened by BenchLoop, or BenchLoop was started again since.', openAgain), 401);
      await next();
    },
    open: async (context) => {
      if (isTooMany()) return context.json(tooMany, 429);
      const body: unknown = await context.req.json().catch(() => null);
      const token = typeof body === 'object' && body !== null && 'token' in body ? String(body.token) : '';
      if (!takeToken(token)) return context.json(refusal('This link was used before, or is too old.', openAgain), 401);
      const session = secret();
      sessions.set(session, createRateLimit(sessionRate));
      setCookie(context, cookieName(), session, { httpOnly: true, sameSite: 'Strict', path: '/' });
      return context.json({ opened: true });
    },
    link: async (context) => {
      if (isTooMany()) return context.json(tooMany, 429);
      const given = (context.req.header('authorization') ?? '').replace(/^Bearer /u, '');
      return equal(given, startSecret())
        ? context.json({ token: giveToken() })
        : context.json(refusal('The secret does not hold.', openAgain), 401);
    },
  };
};
