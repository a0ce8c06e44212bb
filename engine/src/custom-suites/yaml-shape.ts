import { Lexer } from 'yaml';
import { limits } from './limits.ts';
import type { Place } from './problem.ts';

/** Marks of the lexer that stand for no text: document, scalar and end of a flow collection. */
const marks = new Set(['\u0002', '\u001f', '\u0018']);
const scalarMark = '\u001f';

export type ShapeFault = { place: Place; message: string; nextStep: string };

const placeAt = (text: string, offset: number): Place => {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
};

/**
 * Looks at the tokens of YAML before it is parsed. The parser calls itself once a level and can bring the process down on
 * text that is nothing but levels; the lexer takes one token after the other.
 */
export const shapeFaultOf = (text: string): ShapeFault | null => {
  let [offset, count, flow, indicators] = [0, 0, 0, 0];
  let before = '\n';
  const fault = (message: string, nextStep: string): ShapeFault => ({ place: placeAt(text, offset), message, nextStep });
  for (const token of new Lexer().lex(text)) {
    count += 1;
    if (count > limits.yamlTokens) return fault(`has more than ${limits.yamlTokens} parts`, 'Write the tasks as tasks.jsonl.');
    if (before !== scalarMark) {
      if (token === '\n') indicators = 0;
      else if (token === '[' || token === '{') flow += 1;
      else if (token === ']' || token === '}') flow -= 1;
      else if (flow === 0 && (token === '-' || token === '?' || token === ':')) indicators += 1;
      const indent = before === '\n' && /^ +$/.test(token) ? token.length : 0;
      if (flow > limits.depth || indicators > limits.depth || indent > limits.depth * 8)
        return fault(`is nested deeper than ${limits.depth} levels`, 'Make it flatter.');
    }
    if (!marks.has(token)) offset += token.length;
    before = token;
  }
  return null;
};
