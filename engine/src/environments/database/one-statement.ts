/** Index after a quoted text, name or comment that begins at `at`; `at` itself where none begins there. */
const afterQuoted = (sql: string, at: number): number => {
  const closing: Record<string, string> = { "'": "'", '"': '"', '`': '`', '[': ']' };
  const end = closing[sql[at] ?? ''];
  const upTo = (text: string, from: number): number => {
    const found = sql.indexOf(text, from);
    return found < 0 ? sql.length : found + text.length;
  };
  // A doubled quote inside a text reads as two texts side by side, which ends at the same place.
  if (end !== undefined) return upTo(end, at + 1);
  if (sql.startsWith('--', at)) return upTo('\n', at);
  if (sql.startsWith('/*', at)) return upTo('*/', at + 2);
  return at;
};

const isComment = (sql: string, at: number): boolean => sql.startsWith('--', at) || sql.startsWith('/*', at);

/**
 * The only statement of `sql`, or null where there is none or more than one. SQLite compiles just the first one and
 * leaves the rest unread, which a caller must not take for done.
 */
export const oneStatement = (sql: string): string | null => {
  let start = -1;
  let end = -1;
  for (let at = 0; at < sql.length;) {
    const after = afterQuoted(sql, at);
    const blank = isComment(sql, at) || (after === at && /[\s;]/.test(sql[at] as string));
    if (!blank && end >= 0) return null;
    if (!blank && start < 0) start = at;
    if (after === at && sql[at] === ';' && start >= 0 && end < 0) end = at;
    at = after === at ? at + 1 : after;
  }
  return start < 0 ? null : sql.slice(start, end < 0 ? sql.length : end);
};
