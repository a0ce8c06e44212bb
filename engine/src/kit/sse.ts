import { createParser } from 'eventsource-parser';

export type SseEvent = { event: string | null; data: string };

export type SseHandlers = {
  onEvent: (event: SseEvent) => void;
  onComment?: (text: string) => void;
  /** A field that the standard does not know; some servers send errors in one. */
  onUnknownField?: (name: string, value: string) => void;
};

export type SseReader = {
  push: (text: string) => void;
  /** Gives out a last event that lacks its blank line. */
  end: () => void;
};

/** Every line end becomes LF at once, so that an event is given out with the read that completed it, also with CR alone. */
const createLineEnds = (): ((text: string) => string) => {
  let endedWithCr = false;
  return (text) => {
    if (text === '') return text;
    const rest = endedWithCr && text.startsWith('\n') ? text.slice(1) : text;
    endedWithCr = text.endsWith('\r');
    return rest.includes('\r') ? rest.replace(/\r\n?/gu, '\n') : rest;
  };
};

/** Server-sent events by the WHATWG standard, from decoded text in any pieces. */
export const createSseReader = (handlers: SseHandlers): SseReader => {
  const toLf = createLineEnds();
  let started = false;
  const parser = createParser({
    onEvent: ({ event, data }) => handlers.onEvent({ event: event ?? null, data }),
    ...(handlers.onComment === undefined ? {} : { onComment: handlers.onComment }),
    onError: (error) => {
      if (error.type === 'unknown-field' && error.field !== undefined) handlers.onUnknownField?.(error.field, error.value ?? '');
    },
  });
  return {
    push: (text) => {
      const body = started || !text.startsWith('\uFEFF') ? text : text.slice(1);
      started ||= text !== '';
      parser.feed(toLf(body));
    },
    end: () => parser.feed('\n\n'),
  };
};
