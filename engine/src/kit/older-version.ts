const partsOf = (version: string): number[] => (version.replace(/^[vb]/u, '').split(/[-+]/u)[0] ?? '').split('.').map(Number);

/** True where the version is known and lower; a build without a version says nothing. */
export const isOlder = (version: string | null, than: string): boolean => {
  if (version === null) return false;
  const [a, b] = [partsOf(version), partsOf(than)];
  if (a.some(Number.isNaN)) return false;
  const at = b.findIndex((part, index) => (a[index] ?? 0) !== part);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
};
