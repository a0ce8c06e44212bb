import type { Check } from './check.ts';
import { connectionCheck } from './checks/connection.ts';
import { contextWindowCheck } from './checks/context-window.ts';
import { gpuCheck } from './checks/gpu.ts';
import { jsonSchemaCheck } from './checks/json-schema.ts';
import { modelReportedCheck } from './checks/model-reported.ts';
import { otherClientsCheck } from './checks/other-clients.ts';
import { parallelCallsCheck } from './checks/parallel-calls.ts';
import { prefixCacheCheck } from './checks/prefix-cache.ts';
import { seedCheck } from './checks/seed.ts';
import { serverVersionCheck } from './checks/server-version.ts';
import { stopCheck } from './checks/stop.ts';
import { streamingCheck } from './checks/streaming.ts';
import { systemRoleCheck } from './checks/system-role.ts';
import { thinkingCheck } from './checks/thinking.ts';
import { tokensCountedCheck } from './checks/tokens-counted.ts';
import { toolCallCheck } from './checks/tool-call.ts';
import { toolResultsCheck } from './checks/tool-results.ts';
import { visionCheck } from './checks/vision.ts';

/** Every check, in the order in which they are made and shown. */
export const checks: readonly Check[] = [
  connectionCheck,
  serverVersionCheck,
  modelReportedCheck,
  otherClientsCheck,
  gpuCheck,
  tokensCountedCheck,
  streamingCheck,
  toolCallCheck,
  parallelCallsCheck,
  toolResultsCheck,
  systemRoleCheck,
  jsonSchemaCheck,
  stopCheck,
  thinkingCheck,
  visionCheck,
  seedCheck,
  prefixCacheCheck,
  contextWindowCheck,
];
