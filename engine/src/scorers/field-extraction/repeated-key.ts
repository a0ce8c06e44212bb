type Open = { keys: Set<string>; isObject: boolean; wantsKey: boolean };

const keysIn = (value: unknown): number => {
  if (value === null || typeof value !== 'object') return 0;
  const inner = Object.values(value);
  return inner.reduce((sum: number, one) => sum + keysIn(one), Array.isArray(value) ? 0 : inner.length);
};

/** First key that one object of a strict JSON text holds twice, or null. `JSON.parse` would silently keep the last. */
export const repeatedKey = (json: string, value: unknown): string | null => {
  // Each key ends with a quote and a colon, so an equal count shows at once that none was dropped.
  if ((json.match(/"\s*:/g) ?? []).length === keysIn(value)) return null;
  const open: Open[] = [];
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g)) {
    const inner = open.at(-1);
    if (token === '{' || token === '[') open.push({ keys: new Set(), isObject: token === '{', wantsKey: token === '{' });
    else if (token === '}' || token === ']') open.pop();
    else if (inner?.isObject !== true) continue;
    else if (token === ',') inner.wantsKey = true;
    else if (inner.wantsKey) {
      const key = JSON.parse(token) as string;
      if (inner.keys.has(key)) return key;
      inner.keys.add(key);
      inner.wantsKey = false;
    }
  }
  return null;
};
