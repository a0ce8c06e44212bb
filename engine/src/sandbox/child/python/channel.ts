import { randomBytes } from 'node:crypto';
import type { Step, ToWorker } from '../messages.ts';
import type { Device } from '../wasi/descriptors.ts';
import { readAnswer } from './answer.ts';
import type { ChannelNames } from './runner.ts';

/** The guest used the private channel in another way than the runner does. */
export class ChannelAbuse extends Error {}

/** More than any honest use of the channel has, less than costs time. */
const mostFrames = 200;

/** How many calls lie on the stack of the thread, those of WebAssembly included. */
const stackDepth = (): number => {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = mostFrames;
  const depth = (new Error('depth').stack ?? '').split('\n').length;
  Error.stackTraceLimit = before;
  return depth;
};

/** The runner's own reads and writes differ by so much at most; a program is called through four times as many. */
const slackFrames = 2;

const tokenBytes = 32;
const empty = new Uint8Array(0);

export type ChannelOptions = {
  /** Waits for the next work. Called only when the answer to the work before has been accepted. */
  nextWork: () => ToWorker;
  accept: (answer: Pick<Step, 'end' | 'error' | 'value'>) => void;
  sleep: (ns: bigint) => void;
};

/**
 * The private channel as a guest sees it: files whose names are drawn for this worker and that open once. The right to answer exists only
 * between the end of a step and its answer, holds once, and an answer counts only when the runner then asks for more work; all of it
 * only from where the runner itself stands on the stack, below every program. Anything else ends the guest.
 */
export const createChannel = ({ nextWork, accept, sleep }: ChannelOptions) => {
  const nameOf = (): string => randomBytes(16).toString('hex');
  const names: ChannelNames = { work: nameOf(), ask: nameOf(), answer: nameOf(), sleep: nameOf() };
  let state: 'booting' | 'idle' | 'working' | 'answering' | 'answered' = 'booting';
  let pending: Uint8Array = empty;
  let answerCode: Uint8Array = empty;
  let token: Uint8Array = empty;
  let answer: Uint8Array = empty;

  const refuse = (): never => {
    throw new ChannelAbuse('the program used the channel of the sandbox');
  };

  /** The runner's depth, taken before any program has run. Programs are called through more of the interpreter's own frames. */
  let runnerDepth = 0;
  const refuseDeeper = (): void => {
    if (stackDepth() > runnerDepth) refuse();
  };

  const takeWork = (most: number): Uint8Array => {
    refuseDeeper();
    // The runner reads an empty text too.
    if (most === 0) return empty;
    if (pending.length === 0) {
      if (state !== 'idle' && state !== 'answered') refuse();
      if (state === 'answered') accept(readAnswer(new TextDecoder('utf-8', { fatal: true }).decode(answer)));
      const { kind, text } = nextWork();
      const body = Buffer.from(text, 'utf8');
      const head = `${kind === 'load' ? 'L' : 'C'}${String(body.length).padStart(15, '0')}`;
      pending = Buffer.concat([Buffer.from(head), body]);
      state = 'working';
    } else if (state !== 'working') refuse();
    const part = pending.subarray(0, most);
    pending = pending.subarray(part.length);
    return part;
  };

  const ask = (): Uint8Array => {
    refuseDeeper();
    if (state !== 'working' || pending.length > 0) refuse();
    state = 'answering';
    token = randomBytes(tokenBytes);
    return Buffer.concat([token, answerCode]);
  };

  const takeAnswer = (bytes: Uint8Array): void => {
    if (state === 'booting') {
      runnerDepth = stackDepth() + slackFrames;
      answerCode = bytes.slice();
      state = 'idle';
      return;
    }
    refuseDeeper();
    if (state !== 'answering' || Buffer.compare(bytes.subarray(0, tokenBytes), token) !== 0) refuse();
    answer = bytes.slice(tokenBytes);
    state = 'answered';
  };

  const openOnce = new Map<string, Device>([
    [names.work, { read: takeWork }],
    [names.ask, { read: ask }],
    [names.answer, { write: takeAnswer }],
    [names.sleep, { write: (bytes) => sleep(BigInt(`0${Buffer.from(bytes).toString('latin1').replaceAll(/\D/gu, '').slice(0, 18)}`)) }],
  ]);
  return { names, openOnce };
};
