import type { Provider } from '@benchloop/spec';
import { createMockProvider } from './mock/provider.ts';

/** Every provider, sorted by id. One line each; `npm run new provider <id>` adds it. */
export const providers: readonly (() => Provider)[] = [
  createMockProvider,
];
