import { randomInt } from 'node:crypto';
import type { Tokens } from '@benchloop/spec';
import { defineCheck, isEmbedded, nothingKnown, type CheckInput, type Judged, type Stack } from '../check.ts';
import { evidenceOf, note, ok } from '../finding.ts';
import { needlePrompt } from '../needle.ts';
import type { ProbeReply, Prober } from '../prober.ts';
import { contextRemedy } from '../remedies.ts';
import { taskSizes, type TaskSize } from '../window-sizes.ts';

/** One needle: what its prompt has at least, what the server counted (null = nothing that can be believed), and the reply. */
export type Try = { estimate: Tokens; counted: Tokens | null; recalled: boolean; reply: ProbeReply };
export type ContextAnswers = {
  sizes: TaskSize[];
  tries: Try[];
  /** The same question over a prompt of a few lines, where the count tells nothing; null = not asked. */
  recalledShort: boolean | null;
  /** Why no needle was tried. */
  skipped: string | null;
};

/** Plans below this size fit any server's default. */
const smallPlan: Tokens = 2048;
const leastNeedle: Tokens = 256;
const mostTries = 4;
/** Share of the least possible count below which the prompt was cut. */
const leastShare = 0.85;
/** A window that the engine itself tells is not proved again where that takes longer. */
const affordableSeconds = 10;
const replyTokens: Tokens = 24;

type Verdict = 'fits' | 'counted' | 'cut' | 'refused' | 'unknown';

export const verdictOf = ({ estimate, counted, recalled, reply }: Try): Verdict => {
  if (!reply.ok) return reply.error.kind === 'context-overflow' ? 'refused' : 'unknown';
  if (counted !== null && counted < estimate * leastShare) return 'cut';
  if (recalled) return 'fits';
  return counted === null ? 'unknown' : 'counted';
};

const spanOf = (size: TaskSize): Tokens => size.likely + size.replyTokens;
const largestOf = (sizes: readonly TaskSize[]): Tokens => Math.max(0, ...sizes.map(spanOf));

const askNeedle = async ({ ask, first }: Prober, tokens: Tokens): Promise<Try> => {
  const { messages, word, estimate } = needlePrompt(tokens, randomInt(1_000, 10_000));
  const reply = await ask({ messages, maxTokens: replyTokens });
  const countOf = (one: ProbeReply): Tokens | null => (one.ok ? (one.generation.usage?.promptTokens ?? null) : null);
  const [counted, short] = [countOf(reply), countOf(first)];
  // A server that counts the same for every prompt counts nothing.
  const believed = counted !== null && (short === null || counted > short) ? counted : null;
  return { estimate, counted: believed, recalled: reply.ok && (reply.generation.text + reply.generation.reasoning).includes(word), reply };
};

const secondsFor = (tokens: Tokens, { prefillRate }: Prober): number | null => {
  const rate = prefillRate();
  return rate === null ? null : Math.ceil(tokens / rate);
};

/** Llama.cpp tells the window of a slot itself and answers a prompt beyond it with an error. */
const tellsItself = ({ server }: Stack): boolean => server.kind === 'llama-server' || server.kind === 'llama.cpp';

const whySkipped = (prober: Prober, { stack, everything }: CheckInput, start: Tokens): string | null => {
  if (isEmbedded(stack)) return 'known from the engine';
  if (stack.model.contextInForce === null || everything) return null;
  if (start <= smallPlan) return 'told by the server; the plan needs little';
  const seconds = secondsFor(start, prober);
  return tellsItself(stack) && (seconds === null || seconds > affordableSeconds)
    ? `told by the engine itself; a proof would take ${seconds === null ? 'an unknown time' : `about ${seconds} s`}`
    : null;
};

const askWindow = async (prober: Prober, input: CheckInput): Promise<ContextAnswers> => {
  const { stack, needs } = input;
  const { contextInForce } = stack.model;
  const sizes = await taskSizes(needs.tasks, contextInForce, stack.countTokens);
  const start = Math.max(leastNeedle, Math.min(largestOf(sizes), contextInForce ?? Infinity));
  const skipped = whySkipped(prober, input, start);
  const tries: Try[] = [];
  for (let size = start; skipped === null && tries.length < mostTries && size >= leastNeedle; size = Math.floor(size / 2)) {
    const seconds = secondsFor(size, prober);
    prober.announce(
      `proving the context window: one prompt of ${size} tokens${seconds === null ? '' : `, about ${seconds} s at the speed seen so far`}`,
    );
    const tried = await askNeedle(prober, size - replyTokens);
    tries.push(tried);
    if (!['cut', 'refused'].includes(verdictOf(tried))) break;
  }
  const last = tries.at(-1);
  const undecided = last !== undefined && last.reply.ok && verdictOf(last) === 'unknown';
  return { sizes, tries, recalledShort: undecided ? (await askNeedle(prober, 0)).recalled : null, skipped };
};

/** The largest prompt that was shown to fit; null = none was. */
const provedBy = (tries: readonly Try[]): Tokens | null => {
  const fitting = tries.find((tried) => ['fits', 'counted'].includes(verdictOf(tried)));
  const kept = tries.flatMap((tried) => (verdictOf(tried) === 'cut' && tried.counted !== null ? [tried.counted] : []));
  const all = [...kept, ...(fitting === undefined ? [] : [fitting.estimate])];
  return all.length === 0 ? null : Math.max(...all);
};

/** What becomes of a prompt beyond the window. */
const fateOf = ({ tries }: ContextAnswers, stack: Stack): string => {
  const verdicts = tries.map(verdictOf);
  if (verdicts.includes('cut') || stack.server.kind === 'ollama') return 'they would be answered without their beginning';
  return verdicts.includes('refused') || tellsItself(stack) ? 'the server would refuse them' : 'the server would cut or refuse them';
};

const tooSmall = (window: Tokens, how: string, answers: ContextAnswers, { stack, needs }: CheckInput): Judged => {
  const { sizes, tries } = answers;
  const blocked = sizes.filter(({ least }) => least > window);
  const wanted = largestOf(sizes);
  const whole = [...new Set(blocked.map(({ suiteId }) => suiteId))].filter((suite) =>
    sizes.every(({ suiteId, key }) => suiteId !== suite || blocked.some((size) => size.key === key)),
  );
  const tight = sizes.filter((size) => spanOf(size) > window).length;
  const evidence = tries
    .map((tried) => `a prompt of ${tried.estimate} tokens: counted ${tried.counted ?? 'unknown'}, ${evidenceOf(tried.reply)}`)
    .join('; ');
  return {
    level: blocked.length > 0 ? 'impossible' : 'problem',
    what: `${how} ${window} tokens, and this plan needs up to ${wanted}.`,
    why:
      blocked.length > 0
        ? `${blocked.length} of ${sizes.length} tasks have prompts that do not fit; ${fateOf(answers, stack)}.`
        : `${tight} of ${sizes.length} tasks may end truncated, as prompt and reply together do not fit.`,
    remedy: contextRemedy(stack, wanted),
    evidence: evidence === '' ? 'told by the server' : evidence,
    ...(blocked.length > 0 ? { suites: needs.tasks.length === 0 ? [] : whole, blocked: blocked.map(({ key }) => key) } : {}),
  };
};

const judgeWindow = (answers: ContextAnswers, input: CheckInput): Judged => {
  const { sizes, tries, skipped, recalledShort } = answers;
  const { contextInForce } = input.stack.model;
  const wanted = largestOf(sizes);
  const why = `This plan needs up to ${wanted} tokens for a prompt and its reply.`;
  const told = contextInForce === null ? '' : ` The server tells ${contextInForce}.`;
  if (contextInForce !== null && wanted > contextInForce && tries.every((tried) => verdictOf(tried) !== 'cut'))
    return tooSmall(contextInForce, 'The context in force is', answers, input);
  if (skipped !== null)
    return ok({ what: `The context in force is ${contextInForce ?? 'unknown'} tokens, ${skipped}.`, why, evidence: skipped });
  const [firstTry] = tries;
  if (firstTry === undefined) return note({ what: 'The context window was not tried.', why, evidence: 'no needle' });
  const evidence = `a prompt of ${firstTry.estimate} tokens: counted ${firstTry.counted ?? 'unknown'}, ${evidenceOf(firstTry.reply)}`;
  const verdict = verdictOf(firstTry);
  if (verdict === 'fits')
    return ok({ what: `A window of ${firstTry.estimate} tokens is proved: its beginning was recalled.`, why, evidence });
  if (verdict === 'counted')
    return ok({ what: `All ${firstTry.counted} tokens of a long prompt arrived; the model did not recall its beginning.`, why, evidence });
  if (verdict === 'unknown')
    return recalledShort === true
      ? {
          level: 'problem',
          what: `The beginning of a prompt of ${firstTry.estimate} tokens was lost, and the server does not say that it cut it.${told}`,
          why,
          evidence: `${evidence}; over a short prompt it was recalled`,
          remedy: contextRemedy(input.stack, wanted),
        }
      : note({
          what: `The context window could not be proved.${told}`,
          why,
          evidence,
          remedy: firstTry.reply.ok ? null : firstTry.reply.error.hint,
        });
  const how =
    verdict === 'cut' ? 'The server cuts long prompts in silence: it kept at most' : 'The server refuses long prompts: it took at most';
  const proved = provedBy(tries) ?? tries.at(-1)?.estimate ?? 0;
  return tooSmall(proved, how, answers, input);
};

/** Whether the window holds the largest prompt of the plan, proved by a number at its head and by the count of its tokens. */
export const contextWindowCheck = defineCheck({
  id: 'context-window',
  title: 'Context window holds the plan',
  isNeeded: () => true,
  known: nothingKnown,
  ask: askWindow,
  judge: judgeWindow,
});
