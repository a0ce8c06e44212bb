import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { secureHeaders } from 'hono/secure-headers';
import type { ServerContext } from './context.ts';
import type { Guard } from './guard.ts';
import { answerFailure, notFound, refuse } from './problem.ts';
import { routes } from './routes/index.ts';
import type { StaticFiles } from './static-files.ts';

const mebibyte = 1024 ** 2;
const largestBody = mebibyte;
/** A run of thousands of trials with its traces, packed. */
const largestImport = 512 * mebibyte;

const limitBody = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: (context) => refuse(context, 413, { message: 'The request is too large.', nextStep: 'Send less at once.' }),
  });

/** The whole app on one port: pages at `/`, data under `/api/`, and nothing without the guard. */
export const createApp = (context: ServerContext, guard: Guard, files: StaticFiles): Hono => {
  const app = new Hono();
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
      crossOriginResourcePolicy: 'same-origin',
      crossOriginOpenerPolicy: 'same-origin',
      referrerPolicy: 'no-referrer',
      xFrameOptions: 'DENY',
    }),
  );
  app.use(guard.sameOrigin);
  app.use('/api/*', async (one, next) => {
    await next();
    one.header('Cache-Control', 'no-store');
  });
  app.post('/api/session', limitBody(4096), guard.open);
  app.post('/api/session/link', limitBody(4096), guard.link);
  app.use('/api/*', guard.session);
  app.use('/api/*', (one, next) => limitBody(one.req.path === '/api/transfer/import' ? largestImport : largestBody)(one, next));
  for (const { path, create } of routes) app.route(`/api/${path}`, create(context));
  app.all('/api/*', (one) => notFound(one, 'such address in this app'));
  app.get('/*', (one) => files.answer(one));
  app.onError(answerFailure);
  return app;
};
