import type { CodeLanguage } from '@benchloop/spec';

const names: Record<CodeLanguage, string> = { python: 'Python', javascript: 'JavaScript', typescript: 'TypeScript' };
const runtimes: Record<CodeLanguage, string> = {
  python: 'It runs in CPython 3.11 with the standard library only: no network, threads, processes or asyncio.',
  javascript: 'It runs in a bare JavaScript engine (ES2023): no Node, no browser, no imports.',
  typescript:
    'Types are removed, not checked, and what is left runs in a bare JavaScript engine (ES2023): no Node, no browser, no imports.',
};

export type PromptParts = {
  language: CodeLanguage;
  kind: 'write' | 'repair' | 'complete' | 'refactor';
  signature: string;
  isClass: boolean;
  brief: string;
  example: string;
  given: string | null;
  wish: string;
};

const opening = ({ language, kind, signature, isClass, wish }: PromptParts): string => {
  const what = `${names[language]} ${isClass ? 'class' : 'function'} \`${signature}\``;
  switch (kind) {
    case 'write':
      return `Write the ${what}.`;
    case 'repair':
      return `The program below is meant to hold the ${what}, but it has one fault. Find it and repair it.`;
    case 'complete':
      return `Complete the program below, so that it holds the ${what}.`;
    case 'refactor':
      return `Rework the program below into the ${what}. ${wish}`;
  }
};

/** The whole question. The last paragraph is prose, so that a copy of it is no code. */
export const promptOf = (parts: PromptParts): string => {
  const tag = parts.language;
  const given = parts.given === null ? [] : [`\`\`\`${tag}\n${parts.given}\n\`\`\``];
  return [
    opening(parts),
    parts.brief,
    ...(parts.example === '' ? [] : [parts.example]),
    ...given,
    `${runtimes[parts.language]} Arguments are always as described, results are returned and not printed, and a result has exactly the type that is asked for. Reply with the whole program in one code block. Where you show several versions of it, the last one counts.`,
  ].join('\n\n');
};
