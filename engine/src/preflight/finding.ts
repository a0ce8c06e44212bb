import type { ModelError, PreflightLevel } from '@benchloop/spec';
import type { Judged } from './check.ts';
import type { ProbeReply } from './prober.ts';

type Said = Pick<Judged, 'what' | 'why' | 'evidence'> & Partial<Judged>;

export const ok = (said: Said): Judged => ({ level: 'ok', remedy: null, ...said });
export const note = (said: Said): Judged => ({ level: 'note', remedy: null, ...said });

/** A fault that matters as much as the plan needs what is at fault. */
export const fault = (worst: Exclude<PreflightLevel, 'ok' | 'note'>, needed: readonly string[], said: Said & { remedy: string }): Judged =>
  needed.length === 0 ? { level: 'note', ...said } : { level: worst, ...(worst === 'impossible' ? { suites: [...needed] } : {}), ...said };

/** Known without a question, because BenchLoop's own code runs the model. */
export const knownFromEngine = (what: string, why: string): Judged => ok({ what, why, evidence: 'known from the engine' });

/** Why the plan minds, or that it does not: `what` is what its suites need. */
export const whyFor = (suites: readonly string[], what: string): string =>
  suites.length === 0 ? `No suite of this plan needs ${what}.` : `${suites.join(', ')} ${suites.length === 1 ? 'needs' : 'need'} ${what}.`;

/** A failure that tells nothing of what was asked, such as a lost connection. */
export const notAsked = (subject: string, error: ModelError, why: string): Judged =>
  note({
    what: `${subject} could not be tried: ${error.message}`,
    why,
    evidence: `error ${error.kind}${error.status === null ? '' : ` with status ${error.status}`}`,
    remedy: error.hint,
  });

/** What the message of a crash inside a template or grammar speaks of. */
const aboutRequest = /tool|jinja|template|grammar|schema|role|stop/iu;

/** Failures by which a server says that it does not take such a request. */
export const isRefusal = ({ kind, status, message }: ModelError): boolean =>
  kind === 'unsupported' || kind === 'bad-request' || status === 501 || (kind === 'server' && status === 500 && aboutRequest.test(message));

const longestQuote = 60;

/** The beginning of a text on one line, in quotes. */
export const quote = (text: string): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return JSON.stringify(line.length > longestQuote ? `${line.slice(0, longestQuote)}…` : line);
};

/** What a reply was, in short. */
export const evidenceOf = (reply: ProbeReply): string => {
  if (!reply.ok) return `error ${reply.error.kind}: ${reply.error.message}`;
  const { text, toolCalls, reasoning, finish } = reply.generation;
  const calls = toolCalls.map(({ name, argumentsText }) => `${name}(${argumentsText})`).join(', ');
  const said = calls !== '' ? `called ${calls}` : text !== '' ? `said ${quote(text)}` : reasoning !== '' ? 'only reasoned' : 'said nothing';
  return `${said}, finish ${finish}`;
};

/** True where the token limit came before the answer began. */
export const spentThinking = ({ generation }: Extract<ProbeReply, { ok: true }>): boolean =>
  generation.finish === 'length' && generation.text.trim() === '' && generation.reasoning !== '' && generation.toolCalls.length === 0;

/** Something is taken and its effect could not be seen, because the reply ended in reasoning. */
export const unseen = (subject: string, why: string, evidence: string): Judged =>
  note({
    what: `${subject} could not be seen: the short reply was spent on reasoning.`,
    why,
    evidence,
    remedy: 'Nothing to change; --think off shows it where the model can switch.',
  });
