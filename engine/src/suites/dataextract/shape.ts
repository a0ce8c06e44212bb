import type { Expected, ExpectedObject, Scalar, TextMatch } from '../../scorers/field-extraction/expect.ts';

/** JSON data: a record, or an answer. */
export type Data = null | boolean | number | string | Data[] | { [key: string]: Data };
export type Fields = { [key: string]: Data };

type Common = { about: string; nullable: boolean };
/** A single value that a record holds. */
export type Leaf = Common &
  (
    | { kind: 'text'; match: TextMatch }
    | { kind: 'integer' }
    | { kind: 'decimal' }
    | { kind: 'money' }
    | { kind: 'date' }
    | { kind: 'boolean' }
    | { kind: 'enum'; options: readonly string[] }
  );
export type ListShape = { kind: 'list'; about: string; order: 'set' | 'sequence'; orderWords: string; of: Leaf };
export type RowsShape = { kind: 'rows'; about: string; of: ObjectShape };
export type NestedShape = { kind: 'object'; about: string; of: ObjectShape };
export type Shape = Leaf | ListShape | RowsShape | NestedShape;
/** The keys of an object in the order in which the prompt names them. */
export type ObjectShape = { [key: string]: Shape };

/** A text as the document writes it. */
export const text = (about: string): Leaf => ({ kind: 'text', match: 'text', about, nullable: false });
/** A code, number or identifier, letter by letter. */
export const code = (about: string): Leaf => ({ kind: 'text', match: 'exact', about, nullable: false });
/** A text whose case does not matter. */
export const anyCase = (about: string): Leaf => ({ kind: 'text', match: 'folded', about, nullable: false });
export const integer = (about: string): Leaf => ({ kind: 'integer', about, nullable: false });
export const decimal = (about: string): Leaf => ({ kind: 'decimal', about, nullable: false });
export const money = (about: string): Leaf => ({ kind: 'money', about, nullable: false });
export const date = (about: string): Leaf => ({ kind: 'date', about, nullable: false });
export const truth = (about: string): Leaf => ({ kind: 'boolean', about, nullable: false });
export const option = (about: string, options: readonly string[]): Leaf => ({ kind: 'enum', about, options, nullable: false });
export const orNull = (leaf: Leaf): Leaf => ({ ...leaf, nullable: true });
export const anyOrder = (about: string, of: Leaf = text('')): ListShape => ({
  kind: 'list',
  order: 'set',
  orderWords: 'in any order',
  about,
  of,
});
export const inOrder = (about: string, of: Leaf = text(''), orderWords = 'in the order of the document'): ListShape => ({
  kind: 'list',
  order: 'sequence',
  orderWords,
  about,
  of,
});
export const rows = (about: string, of: ObjectShape): RowsShape => ({ kind: 'rows', about, of });
export const nested = (about: string, of: ObjectShape): NestedShape => ({ kind: 'object', about, of });

const scalarOf = (leaf: Leaf, value: Data): Scalar => {
  switch (leaf.kind) {
    case 'text':
      return { kind: 'text', value: value as string, match: leaf.match };
    case 'money': {
      const { amount, currency } = value as { amount: number; currency: string };
      return { kind: 'money', amount, currency };
    }
    case 'enum':
      return { kind: 'enum', value: value as string, options: [...leaf.options] };
    case 'boolean':
      return { kind: 'boolean', value: value as boolean };
    case 'date':
      return { kind: 'date', value: value as string };
    case 'integer':
    case 'decimal':
      return { kind: leaf.kind, value: value as number };
  }
};

const expectedOf = (shape: Shape, value: Data): Expected => {
  if (value === null) return { kind: 'absent' };
  if (shape.kind === 'list') return { kind: 'list', order: shape.order, items: (value as Data[]).map((item) => scalarOf(shape.of, item)) };
  if (shape.kind === 'rows') return { kind: 'rows', items: (value as Fields[]).map((item) => expectedObjectOf(shape.of, item)) };
  return shape.kind === 'object' ? expectedObjectOf(shape.of, value as Fields) : scalarOf(shape, value);
};

/** The tree of fields that the scorer holds a reply to. */
export const expectedObjectOf = (shape: ObjectShape, record: Fields): ExpectedObject => ({
  kind: 'object',
  fields: Object.fromEntries(Object.entries(shape).map(([key, inner]) => [key, expectedOf(inner, record[key] ?? null)])),
});
