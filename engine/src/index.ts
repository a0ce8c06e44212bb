/** The only public door of the engine. */
export { harnesses } from './harnesses/index.ts';
export { providers } from './providers/index.ts';
export { scorers } from './scorers/index.ts';
export { suites } from './suites/index.ts';
