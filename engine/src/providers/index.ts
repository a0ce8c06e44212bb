import type { Provider } from '@benchloop/spec';

/** Every provider, sorted by id. One line each; `npm run new provider <id>` adds it. */
export const providers: readonly (() => Provider)[] = [
];
