import type { CodeLanguage } from '@benchloop/spec';
import { guestOf, literalOf, type Plain } from './literal.ts';
import type { CodeCase } from '../../scorers/code-tests/expect.ts';

export type Caller = { language: CodeLanguage; entry: string; isClass: boolean };

const listed = (values: readonly Plain[], language: CodeLanguage): string => values.map((value) => literalOf(value, language)).join(', ');

/** A subclass of dict, list or tuple counts as what it is a kind of: which one a program chooses is style. */
const pythonPlain = [
  'def plain(value):',
  '    if isinstance(value, dict): return {plain(key): plain(item) for key, item in value.items()}',
  '    if isinstance(value, list): return [plain(item) for item in value]',
  '    return value',
  '',
].join('\n');

type Steps = { made: Plain[]; steps: [string, ...Plain[]][] };

const stepsOf = (args: readonly Plain[]): Steps => {
  const [made, steps] = args;
  return { made: made as Plain[], steps: steps as [string, ...Plain[]][] };
};

const classScript = (args: readonly Plain[], { language, entry }: Caller): string => {
  const { made, steps } = stepsOf(args);
  const isPython = language === 'python';
  const calls = steps.map(([method, ...rest]) => `thing.${method}(${listed(rest, language)})`);
  const create = isPython ? `thing = ${entry}(${listed(made, language)})` : `const thing = new ${entry}(${listed(made, language)});`;
  return isPython ? `${pythonPlain}${create}\nreturn plain([${calls.join(', ')}])` : `${create}\nreturn [${calls.join(', ')}];`;
};

/** The body of a function that makes the call in the sandbox and returns what came back. */
const scriptOf = (args: readonly Plain[], caller: Caller): string => {
  if (caller.isClass) return classScript(args, caller);
  const call = `${caller.entry}(${listed(args, caller.language)})`;
  return caller.language === 'python' ? `${pythonPlain}return plain(${call})` : `return ${call};`;
};

/** The call as a person writes it. */
export const shownCall = (args: readonly Plain[], { language, entry, isClass }: Caller): string => {
  if (!isClass) return `${entry}(${listed(args, language)})`;
  const { made, steps } = stepsOf(args);
  const create = `${language === 'python' ? '' : 'new '}${entry}(${listed(made, language)})`;
  return `[${steps.map(([method, ...rest]) => `${method}(${listed(rest, language)})`).join(', ')}] of ${create}`;
};

export const caseOf = (args: Plain[], returns: Plain, caller: Caller): CodeCase => ({
  input: shownCall(args, caller),
  script: scriptOf(args, caller),
  returns: guestOf(returns),
});
