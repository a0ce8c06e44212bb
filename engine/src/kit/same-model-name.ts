/** A name without folder, `.gguf` and `:latest`, which servers add or leave out. */
const core = (name: string): string =>
  (name.split(/[/\\]/u).at(-1) ?? name)
    .toLowerCase()
    .replace(/\.gguf$/u, '')
    .replace(/:latest$/u, '');

/** Whether two names can mean the same model: a server may add a folder, an ending, or a date behind the name. */
export const isSameModelName = (asked: string, reported: string): boolean => {
  const [a, b] = [core(asked), core(reported)];
  return a === b || (b.startsWith(a) && /^-\d{4}-?\d{2}/u.test(b.slice(a.length)));
};
