import type { Harness } from '@benchloop/spec';
import { createConstrainedHarness } from './constrained/harness.ts';
import { createHermesHarness } from './hermes/harness.ts';
import { createRawHarness } from './raw/harness.ts';

/** Every harness, sorted by id. One line each; `npm run new harness <id>` adds it. */
export const harnesses: readonly (() => Harness)[] = [createConstrainedHarness, createHermesHarness, createRawHarness];
