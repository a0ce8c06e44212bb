import type { Suite } from '@benchloop/spec';
import { createAgentSuite } from './agent/suite.ts';
import { createCodingSuite } from './coding/suite.ts';
import { createDataextractSuite } from './dataextract/suite.ts';
import { createInstructfollowSuite } from './instructfollow/suite.ts';
import { createLongcontextSuite } from './longcontext/suite.ts';
import { createReasonmathSuite } from './reasonmath/suite.ts';
import { createSpeedSuite } from './speed/suite.ts';
import { createToolcallSuite } from './toolcall/suite.ts';

/** Every suite, sorted by id. One line each; `npm run new suite <id>` adds it. */
export const suites: readonly (() => Suite)[] = [
  createAgentSuite,
  createCodingSuite,
  createDataextractSuite,
  createInstructfollowSuite,
  createLongcontextSuite,
  createReasonmathSuite,
  createSpeedSuite,
  createToolcallSuite,
];
