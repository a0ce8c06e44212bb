import type { RunRow } from '@benchloop/spec';

/** Names that the parts of a filter have in the address of the page. */
export const filterNames = ['text', 'status', 'tag'] as const;
export type RunFilter = Record<(typeof filterNames)[number], string>;

const textOf = ({ id, model, harness, profile, provider, notes }: RunRow): string =>
  [id, model, harness, profile, provider, notes.name, notes.notes, ...notes.tags].join('\n').toLowerCase();

/** Runs that hold every word of the text, in any field, and have the state and the tag. */
export const filterRuns = (runs: readonly RunRow[], { text, status, tag }: RunFilter): RunRow[] => {
  const words = text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  return runs.filter((run) => {
    if (status !== '' && run.status !== status) return false;
    if (tag !== '' && !run.notes.tags.includes(tag)) return false;
    if (words.length === 0) return true;
    const whole = textOf(run);
    return words.every((word) => whole.includes(word));
  });
};

/** Tags as a person types them: separated by commas, each once, none empty. */
export const tagsOfText = (text: string): string[] =>
  [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim().slice(0, 40))
        .filter((tag) => tag !== ''),
    ),
  ].slice(0, 20);
