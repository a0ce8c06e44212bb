import {
  UserError,
  type CallTimings,
  type Connection,
  type Harness,
  type Manifest,
  type Milliseconds,
  type Model,
  type PreflightFinding,
} from '@benchloop/spec';
import { sentences } from '../kit/sentences.ts';
import type { Check, CheckInput, Judged, Stack } from './check.ts';
import { checks as allChecks } from './index.ts';
import { needsOf, type PlannedWork } from './needs.ts';
import { createProber, type CallLimits, type Prober } from './prober.ts';

export type PreflightInput = {
  connection: Connection;
  manifest: Manifest;
  harness: Harness;
  work: readonly PlannedWork[];
  /** Names of the GPUs of this machine. */
  gpus: readonly string[];
  limits: CallLimits;
  firstCallTimeoutMs: Milliseconds;
  longestBusyWaitMs: Milliseconds;
  signal: AbortSignal;
  announce: (message: string) => void;
  /** True makes every check, whether or not the plan needs it. */
  everything?: boolean;
  /** For tests. */
  checks?: readonly Check[];
};

/** Why a task can't be run. */
export type Blocked = { reason: string; remedy: string };

export type PreflightResult = {
  firstCall: CallTimings | null;
  findings: PreflightFinding[];
  /** Tasks that can't be run, by `suite/task`. */
  blocked: Map<string, Blocked>;
  /** The model that the first reply named; null = none. */
  modelReported: string | null;
  /** What the checks tested of the model. */
  capabilities: Model['capabilities'];
  /** Of these, what was tried here and not only told. */
  tested: Partial<Model['capabilities']>;
};

const plainRemedy = (remedy: string | null): string => (remedy ?? 'take another stack').replace(/\.$/u, '');
const plainReason = (what: string): string => what.replace(/\.$/u, '');
const ended = (text: string): string => (/[.!?]$/u.test(text) ? text : `${text}.`);
/** Set in a line; a name such as JSON keeps its capitals. */
const lowerFirst = (text: string): string => (/^[A-Z][A-Z]/u.test(text) ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`);

const findingOf = (check: Check, judged: Judged): PreflightFinding => {
  const { blocked, tested: _tested, remedy, ...finding } = judged;
  return {
    id: check.id,
    ...finding,
    ...(blocked === undefined ? {} : { tasks: [...blocked] }),
    what: ended(finding.what),
    why: ended(finding.why),
    remedy: remedy === null ? null : sentences(remedy),
  };
};

/** Says what is checked when a check asks something. */
const announcing = (prober: Prober, check: Check): Prober => {
  let said = false;
  return {
    ...prober,
    announce: (message) => {
      said = true;
      prober.announce(message);
    },
    ask: (request) => {
      if (!said) prober.announce(lowerFirst(check.title));
      said = true;
      return prober.ask(request);
    },
  };
};

const nothingFound = (model: Model): PreflightResult => ({
  firstCall: null,
  findings: [],
  blocked: new Map(),
  modelReported: null,
  capabilities: { ...model.capabilities },
  tested: {},
});

const performAll = async (prober: Prober, input: CheckInput, options: PreflightInput): Promise<PreflightResult> => {
  const result = nothingFound(input.stack.model);
  for (const check of options.checks ?? allChecks) {
    const stack: Stack = { ...input.stack, model: { ...input.stack.model, capabilities: result.capabilities } };
    if (options.signal.aborted || (!input.everything && !check.isNeeded(input.needs, stack))) continue;
    const judged = await check.perform(announcing(prober, check), { ...input, stack });
    if (options.signal.aborted) break;
    Object.assign(result.capabilities, judged.tested);
    Object.assign(result.tested, judged.tested);
    result.findings.push(findingOf(check, judged));
    for (const key of judged.blocked ?? [])
      if (!result.blocked.has(key)) result.blocked.set(key, { reason: plainReason(judged.what), remedy: plainRemedy(judged.remedy) });
  }
  return result;
};

/**
 * Proves what a plan needs of its stack before the first trial. Throws a `UserError` when the stack answers nothing;
 * all else is a finding.
 */
export const preflight = async (options: PreflightInput): Promise<PreflightResult> => {
  const { connection, manifest, harness, work, limits, firstCallTimeoutMs, longestBusyWaitMs, signal, announce } = options;
  announce('asking for a first token');
  const prober = await createProber({
    connection,
    plan: { sampling: manifest.sampling, thinking: manifest.thinking },
    limits,
    firstCallTimeoutMs,
    longestBusyWaitMs,
    signal,
    announce,
  });
  if (signal.aborted) return nothingFound(connection.model);
  if (!prober.first.ok)
    throw new UserError(
      sentences('The model could not answer a first, short question', prober.first.error.message),
      prober.first.error.hint,
    );
  const needs = needsOf({ manifest, harness, work });
  const { model, server, countTokens } = connection;
  const stack: Stack = { model, server, countTokens, gpus: server.place === 'remote' ? null : options.gpus };
  const result = await performAll(prober, { stack, needs, everything: options.everything === true }, options);
  return { ...result, firstCall: prober.first.timings, modelReported: prober.first.generation.modelReported };
};
