import { createSseReader } from '../sse.ts';

/** One unit of a reply's body, whatever its framing. */
export type Frame =
  | { kind: 'json'; value: Record<string, unknown>; isErrorEvent: boolean }
  | { kind: 'done' }
  /** A whole event that is no JSON object. */
  | { kind: 'malformed'; text: string; isErrorEvent: boolean };

export type Framing = 'none' | 'sse' | 'json' | 'html';

export type FrameReader = {
  push: (text: string) => Frame[];
  end: () => Frame[];
  framing: () => Framing;
  /** The start of the body, for a message when nothing in it made sense. */
  head: () => string;
};

const headLimit = 2_000;

const parseObject = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

const frameOf = (data: string, isErrorEvent: boolean): Frame => {
  if (data.trim().toUpperCase() === '[DONE]') return { kind: 'done' };
  const value = parseObject(data);
  return value === null ? { kind: 'malformed', text: data, isErrorEvent } : { kind: 'json', value, isErrorEvent };
};

type Reader = { push: (text: string) => Frame[]; end: () => Frame[] };

const createSseFrames = (): Reader => {
  let frames: Frame[] = [];
  const take = () => {
    const taken = frames;
    frames = [];
    return taken;
  };
  const reader = createSseReader({
    onEvent: ({ event, data }) => frames.push(frameOf(data, event === 'error')),
    onUnknownField: (name, value) => {
      if (name === 'error') frames.push(frameOf(value, true));
    },
  });
  return {
    push: (text) => {
      reader.push(text);
      return take();
    },
    end: () => {
      reader.end();
      // What the end of the transport cut in two is no event.
      return take().filter((frame) => frame.kind !== 'malformed' || frame.isErrorEvent);
    },
  };
};

/** JSON objects, one per line or one over many lines. */
const createJsonFrames = (): Reader => {
  let pending = '';
  let tail = '';
  const tryTake = (line: string): Frame[] => {
    const value = parseObject(pending);
    const alone = value === null && line !== pending ? parseObject(line) : null;
    if (value === null && alone === null) return [];
    const broken: Frame[] = value === null ? [{ kind: 'malformed', text: pending.slice(0, headLimit), isErrorEvent: false }] : [];
    pending = '';
    return [...broken, { kind: 'json', value: (value ?? alone) as Record<string, unknown>, isErrorEvent: false }];
  };
  return {
    push: (text) => {
      const lines = (tail + text).split('\n');
      tail = lines.pop() ?? '';
      return lines.flatMap((line) => {
        pending += pending === '' ? line : `\n${line}`;
        return /^[{}]/u.test(line) ? tryTake(line) : [];
      });
    },
    end: () => {
      pending += pending === '' || tail === '' ? tail : `\n${tail}`;
      return tryTake(tail);
    },
  };
};

const ignore: Reader = { push: () => [], end: () => [] };

const framingOf = (first: string): Framing => (first === '{' || first === '[' ? 'json' : first === '<' ? 'html' : 'sse');

/** Finds the framing from the first character that is no space: the content type of local servers is often wrong. */
export const createFrameReader = (): FrameReader => {
  let framing: Framing = 'none';
  let head = '';
  let reader: Reader = ignore;
  const start = (text: string): string => {
    const body = text.replace(/^\uFEFF/u, '').trimStart();
    if (body === '') return '';
    framing = framingOf(body[0] as string);
    reader = framing === 'sse' ? createSseFrames() : framing === 'json' ? createJsonFrames() : ignore;
    return body;
  };
  return {
    push: (text) => {
      if (head.length < headLimit) head = (head + text).slice(0, headLimit);
      const body = framing === 'none' ? start(text) : text;
      return reader.push(body);
    },
    end: () => reader.end(),
    framing: () => framing,
    head: () => head,
  };
};
