import type { z } from 'zod';
import { nearNames } from '../kit/near-names.ts';
import { limits } from './limits.ts';
import type { Located } from './located.ts';
import type { Problem } from './problem.ts';

type Path = readonly PropertyKey[];

const said = (path: Path): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

/** The alternative of a union that fits the data best: the one whose first fault lies deepest. */
const deepest = (issue: z.core.$ZodIssue): z.core.$ZodIssue => {
  if (issue.code !== 'invalid_union') return issue;
  const candidates = issue.errors.flat().map((inner) => deepest({ ...inner, path: [...issue.path, ...inner.path] }));
  return candidates.reduce((best, one) => (one.path.length > best.path.length ? one : best), candidates[0] ?? issue);
};

const messageOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'too_small' && issue.origin === 'array') return `has too few entries; at least ${issue.minimum} are needed`;
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing';
  return issue.message;
};

/** Keys of the data that the schema did not take over, as paths. */
const lostKeys = (given: unknown, taken: unknown, path: Path = []): Path[] => {
  if (typeof given !== 'object' || given === null || typeof taken !== 'object' || taken === null) return [];
  const other = taken as Record<string, unknown>;
  return Object.entries(given).flatMap(([key, value]) => {
    const part = Array.isArray(given) ? Number(key) : key;
    return Object.hasOwn(other, key) ? lostKeys(value, other[key], [...path, part]) : [[...path, part]];
  });
};

const problemAt = ({ file, placeOf }: Located, path: Path, message: string, nextStep: string): Problem => ({
  file,
  ...placeOf(path),
  message,
  nextStep,
});

const unknownKey = (located: Located, path: Path, known: readonly string[]): Problem => {
  const key = String(path.at(-1));
  const near = nearNames(key, known)[0];
  return problemAt(
    located,
    path,
    `${said(path)} is a key that is not known here`,
    near === undefined ? 'Take it out.' : `Did you mean ${near}?`,
  );
};

const problemsOfIssue = (located: Located, outer: Path, given: z.core.$ZodIssue, known: readonly string[]): Problem[] => {
  const issue = deepest(given);
  const path = [...outer, ...issue.path];
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(located, [...path, key], known));
  return [problemAt(located, path, `${said(path) || 'the file'}: ${messageOf(issue)}`, 'Mend it; docs/examples/my-suite shows the form.')];
};

export type SchemaOptions = {
  /** Where in the file the data stands. */ path?: Path;
  /** Keys to suggest for one that is not known. */ known?: readonly string[];
};

/** Checks data with a schema. Keys that the schema would drop silently are problems as well. */
export const checkSchema = <Schema extends z.ZodType>(
  located: Located,
  data: unknown,
  schema: Schema,
  { path = [], known = [] }: SchemaOptions = {},
): { ok: true; value: z.output<Schema> } | { ok: false; problems: Problem[] } => {
  const result = schema.safeParse(data, { reportInput: true });
  if (!result.success)
    return {
      ok: false,
      problems: result.error.issues.slice(0, limits.problemsOfTask).flatMap((issue) => problemsOfIssue(located, path, issue, known)),
    };
  const lost = lostKeys(data, result.data)
    .slice(0, limits.problemsOfTask)
    .map((lostPath) => unknownKey(located, [...path, ...lostPath], known));
  return lost.length > 0 ? { ok: false, problems: lost } : { ok: true, value: result.data };
};
