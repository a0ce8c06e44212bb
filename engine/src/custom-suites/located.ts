import { isNode, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';
import { limits } from './limits.ts';
import { start, type Place, type Problem } from './problem.ts';
import { shapeFaultOf } from './yaml-shape.ts';

/** Data of a file, and the place of each path in it; of a path that is not there, the nearest thing around it. */
export type Located = { file: string; data: unknown; placeOf: (path: readonly PropertyKey[]) => Place };

export type ReadData = { ok: true; located: Located } | { ok: false; problem: Problem };

const deepMessage = `is nested deeper than ${limits.depth} levels`;
const deepStep = 'Make it flatter.';

const tooDeep = (data: unknown, depth = 0): boolean => {
  if (typeof data !== 'object' || data === null) return false;
  return depth >= limits.depth || Object.values(data).some((value) => tooDeep(value, depth + 1));
};

const nodeAt = (document: Document, path: readonly PropertyKey[]): number => {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
};

/** Offset of the key of a path's last member, which is the place to look at for a key that should not be there. */
const keyOffset = (document: Document, path: readonly PropertyKey[]): number | null => {
  const parent: unknown = path.length <= 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  let offset: number | null = null;
  if (isNode(parent))
    visit(parent, {
      Pair: (_key, pair, ancestors) => {
        if (ancestors.at(-1) === parent && isScalar(pair.key) && pair.key.value === path.at(-1)) offset = pair.key.range?.[0] ?? null;
        return visit.SKIP;
      },
    });
  return offset;
};

const parsed = (text: string): { document: Document; places: LineCounter } => {
  const places = new LineCounter();
  return { document: parseDocument(text, { lineCounter: places, prettyErrors: false, uniqueKeys: true }), places };
};

type Where = { file: string; /** Lines before this text in its file. */ linesBefore?: number };

const placesIn = (document: Document, counter: LineCounter, linesBefore: number): Located['placeOf'] => {
  const place = (offset: number): Place => {
    const { line, col } = counter.linePos(offset);
    return { line: line + linesBefore, column: col };
  };
  return (path) => place(keyOffset(document, path) ?? nodeAt(document, path));
};

const firstAlias = (document: Document): number | null => {
  let offset: number | null = null;
  visit(document, {
    Alias: (_key, node) => {
      offset = node.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
};

/**
 * Reads YAML as plain data. Aliases are refused, since a few lines of them can stand for gigabytes; so are tags, and
 * nesting that nobody writes. Nothing in the text is run.
 */
export const readYaml = (text: string, { file }: Where): ReadData => {
  const fail = (place: Place, message: string, nextStep: string): ReadData => ({
    ok: false,
    problem: { file, ...place, message, nextStep },
  });
  const shape = shapeFaultOf(text);
  if (shape !== null) return fail(shape.place, shape.message, shape.nextStep);
  try {
    const { document, places } = parsed(text);
    const at = (offset: number): Place => {
      const { line, col } = places.linePos(offset);
      return { line: Math.max(1, line), column: Math.max(1, col) };
    };
    const broken = document.errors[0] ?? document.warnings[0];
    // The parser turns its own overflow into a fault of the text.
    if (broken !== undefined && /call stack/i.test(broken.message)) return fail(start, deepMessage, deepStep);
    if (broken !== undefined) return fail(at(broken.pos[0]), `no valid YAML: ${broken.message.split('\n')[0]}`, 'Mend the line.');
    const alias = firstAlias(document);
    if (alias !== null) return fail(at(alias), 'holds an alias (*name), which is not read here', 'Write the value out.');
    const data: unknown = document.toJS({ maxAliasCount: 0 });
    if (tooDeep(data)) return fail(start, deepMessage, deepStep);
    return { ok: true, located: { file, data, placeOf: placesIn(document, places, 0) } };
  } catch (error) {
    if (!(error instanceof RangeError) && !(error instanceof ReferenceError)) throw error;
    return fail(start, deepMessage, deepStep);
  }
};

const jsonErrorColumn = (message: string): number => Number(/position (\d+)/.exec(message)?.[1] ?? 0) + 1;

/** Reads one line of JSON; its places are found only when one is asked for. */
export const readJsonLine = (text: string, { file, linesBefore = 0 }: Where): ReadData => {
  const line = linesBefore + 1;
  const fail = (column: number, message: string, nextStep: string): ReadData => ({
    ok: false,
    problem: { file, line, column, message, nextStep },
  });
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    return fail(jsonErrorColumn(message), `no valid JSON: ${message}`, 'Write one JSON object a line.');
  }
  if (tooDeep(data)) return fail(1, deepMessage, deepStep);
  let places: Located['placeOf'] | null = null;
  const placeOf: Located['placeOf'] = (path) => {
    if (text.length > limits.placedCharacters || shapeFaultOf(text) !== null) return { line, column: 1 };
    if (places === null) {
      const read = parsed(text);
      places = placesIn(read.document, read.places, linesBefore);
    }
    return places(path);
  };
  return { ok: true, located: { file, data, placeOf } };
};
