import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { AppProblem, openSession } from './data/api.ts';
import { listenToServer } from './data/live.ts';
import { createAppRouter } from './shell/router.tsx';
import { addStyles } from './shell/styles.ts';
import { restoreTheme } from './shell/theme.ts';

/** A refusal stays one; only what did not come through is asked once more. */
const retry = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof AppProblem && error.status >= 400 && error.status < 500);

const queries = new QueryClient({ defaultOptions: { queries: { retry, staleTime: 5000 } } });

addStyles();
restoreTheme();
// The first page's code comes while the session opens.
if (location.pathname === '/') void import('./pages/models/models-view.tsx');
// A failed opening shows itself on the page: every request is refused with what to do.
await openSession().catch(() => undefined);
listenToServer(queries);

const place = document.getElementById('app');
if (place !== null)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={createAppRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  );
