import { useEffect, useRef, useState } from 'react';
import type { ChatAsk, RunSettings } from '@benchloop/spec';
import { AppProblem } from '../../data/api.ts';
import { beginExchange, messagesOf, takeEvent, type Exchange } from './conversation.ts';
import { streamReply } from './stream-reply.ts';

/** What goes with each message. */
export type ChatOptions = Pick<ChatAsk, 'sampling' | 'maxTokens' | 'thinking' | 'tools'> & { system: string };

export type Chat = {
  exchanges: readonly Exchange[];
  isBusy: boolean;
  send: (text: string, settings: RunSettings, options: ChatOptions) => void;
  stop: () => void;
  clear: () => void;
};

const problemOf = (error: unknown) =>
  error instanceof AppProblem
    ? { message: error.message, nextStep: error.nextStep }
    : { message: 'BenchLoop does not answer.', nextStep: 'Start it again with `bench-loop dashboard`.' };

/** One conversation with one model. */
export const useChat = (): Chat => {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const [isBusy, setBusy] = useState(false);
  const stopper = useRef<AbortController | null>(null);
  useEffect(() => () => stopper.current?.abort(), []);

  const changeLast = (change: (exchange: Exchange) => Exchange) =>
    setExchanges((all) => all.map((exchange, place) => (place === all.length - 1 ? change(exchange) : exchange)));

  const send: Chat['send'] = (text, settings, { system, ...options }) => {
    const stop = new AbortController();
    stopper.current = stop;
    setBusy(true);
    setExchanges((all) => [...all, beginExchange(text)]);
    const ask = { settings, messages: messagesOf(system, exchanges, text), ...options };
    streamReply(ask, { onEvent: (event) => changeLast((exchange) => takeEvent(exchange, event)), signal: stop.signal })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) changeLast((exchange) => ({ ...exchange, problem: problemOf(error) }));
      })
      .finally(() => {
        changeLast((exchange) => ({ ...exchange, loading: null, isOver: true }));
        setBusy(false);
      });
  };
  return { exchanges, isBusy, send, stop: () => stopper.current?.abort(), clear: () => setExchanges([]) };
};
