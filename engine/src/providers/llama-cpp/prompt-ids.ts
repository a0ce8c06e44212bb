import type { Token } from 'node-llama-cpp';

/** The part of a model that turns a prompt into ids. */
export type PromptTokenizer = {
  tokenize: (text: string, special: true) => Token[];
  tokens: { bos: Token | null; bosString: string | null; shouldPrependBosToken: boolean };
};

/**
 * Ids of a rendered prompt, special tokens included. The beginning token comes from the tokenizer where it wants one, and
 * a template that writes it too does not double it: the rule of llama.cpp's server, so that both see the same ids.
 */
export const promptIds = ({ tokenize, tokens: { bos, bosString, shouldPrependBosToken } }: PromptTokenizer, text: string): Token[] => {
  if (bos === null || !shouldPrependBosToken) return tokenize(text, true);
  const doubled = bosString !== null && bosString !== '' && text.startsWith(bosString);
  return [bos, ...tokenize(doubled ? text.slice(bosString.length) : text, true)];
};
