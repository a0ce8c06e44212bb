import type { Message, Tokens } from '@benchloop/spec';

/** Sentences of words that are one token each in every common tokenizer; with its full stop each is that many tokens. */
const sentences = [
  'The day was long and the road was wide.',
  'We had some bread and a cup of milk.',
  'A man came to the door of the house.',
  'The old tree was green in the spring.',
  'They went down to the river at night.',
].map((text) => ({ text, tokens: text.split(' ').length + 1 }));

/** Tokens of the frame around the filler: the needle, the question, and what a chat template adds at least. */
const frameTokens: Tokens = 40;

export type Needle = { messages: Message[]; word: string; /** Least tokens that the whole prompt has. */ estimate: Tokens };

/** A prompt of about `tokens` tokens with a number at its head and the question for it at its end. */
export const needlePrompt = (tokens: Tokens, number: number): Needle => {
  const filler: string[] = [];
  let count = frameTokens;
  for (let index = 0; count < tokens; index += 1) {
    const sentence = sentences[index % sentences.length] ?? { text: '', tokens: tokens };
    filler.push(sentence.text);
    count += sentence.tokens;
  }
  const word = String(number);
  const content = `The secret number is ${word}. Remember it.\n\n${filler.join(' ')}\n\nWhat is the secret number? Answer with the number only.`;
  return { messages: [{ role: 'user', content }], word, estimate: count };
};
