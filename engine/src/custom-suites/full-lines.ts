import { limits } from './limits.ts';

/** Lines that are not empty, up to one more than the most tasks that a suite may have, with the number of lines before each. */
export const fullLines = (content: string): { text: string; linesBefore: number }[] => {
  const lines: { text: string; linesBefore: number }[] = [];
  let linesBefore = 0;
  for (let at = 0; at < content.length && lines.length <= limits.tasks; linesBefore += 1) {
    const end = content.indexOf('\n', at);
    const text = content.slice(at, end === -1 ? undefined : end);
    if (text.trim() !== '') lines.push({ text, linesBefore });
    at = end === -1 ? content.length : end + 1;
  }
  return lines;
};
