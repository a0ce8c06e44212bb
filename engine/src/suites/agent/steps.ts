import type { Requirement } from '../../scorers/agent-world/expect.ts';
import type { ExpectedCall, Matcher } from '../../scorers/tool-calls/expect.ts';

export type Call = { name: string; arguments: Record<string, unknown> };

/** One call of the reference trajectory and what the scorer asks of it. */
export type Step = {
  call: Call;
  /** `effect`: required, changes the world. `read`: required, without it the answer is a guess. `no`: useful, not required. */
  need: 'effect' | 'read' | 'no';
  /** Arguments that may be anything. */
  free?: readonly string[];
  /** Matchers of arguments that may be written in several ways; the others must be exactly the same. */
  matchers?: Record<string, Matcher>;
  /** Other calls that serve as well. */
  instead?: ExpectedCall[];
  /** Counts also when its result is an error. */
  mayFail?: true;
  /** Counts only where the end state holds this. */
  leaves?: Requirement['leaves'];
};

type Details = Omit<Step, 'call' | 'need'>;

const stepOf =
  (need: Step['need']) =>
  (name: string, given: Record<string, unknown> = {}, details: Details = {}): Step => ({
    call: { name, arguments: given },
    need,
    ...details,
  });

/** A required change. */
export const act = stepOf('effect');
/** A required look. */
export const look = stepOf('read');
/** A call that helps but is not required. */
export const also = stepOf('no');

/** The state that is exactly this: objects member by member, so that a fault names the place; lists and values as they are. */
export const same = (value: unknown): Matcher =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? { kind: 'object', entries: Object.fromEntries(Object.entries(value).map(([key, member]) => [key, same(member)])) }
    : { kind: 'exact', value };

/** The state that is this, but for some members, which are judged by matchers of their own. */
export const sameBut = (value: Record<string, unknown>, changed: Record<string, Matcher>): Matcher => ({
  kind: 'object',
  entries: { ...Object.fromEntries(Object.entries(value).map(([key, member]) => [key, same(member)])), ...changed },
});
