import type { Leaf, ObjectShape, Shape } from './shape.ts';

const listed = (options: readonly string[]): string => options.map((one) => `"${one}"`).join(', ');

const wordOf = (leaf: Leaf): string => {
  switch (leaf.kind) {
    case 'text':
      return { exact: 'text, letter by letter', text: 'text', folded: 'text, upper or lower case does not matter' }[leaf.match];
    case 'integer':
      return 'whole number';
    case 'decimal':
      return 'number';
    case 'boolean':
      return 'true or false';
    case 'enum':
      return `one of ${listed(leaf.options)}`;
    case 'money':
    case 'date':
      return leaf.kind;
  }
};

const typeOf = (shape: Shape): string => {
  if (shape.kind === 'list') return `list, ${shape.orderWords}, each item ${wordOf(shape.of)}`;
  if (shape.kind === 'rows') return 'list of objects, in any order, each with';
  return shape.kind === 'object' ? 'object with' : `${wordOf(shape)}${shape.nullable ? ', or null' : ''}`;
};

const linesOf = (shape: ObjectShape, depth = 0): string[] =>
  Object.entries(shape).flatMap(([key, inner]) => {
    const line = `${'  '.repeat(depth)}- "${key}": ${inner.about === '' ? '' : `${inner.about}; `}${typeOf(inner)}`;
    return inner.kind === 'rows' || inner.kind === 'object' ? [`${line}:`, ...linesOf(inner.of, depth + 1)] : [line];
  });

const leavesOf = (shape: ObjectShape): Leaf[] =>
  Object.values(shape).flatMap((inner) =>
    inner.kind === 'rows' || inner.kind === 'object' ? leavesOf(inner.of) : inner.kind === 'list' ? [inner.of] : [inner],
  );

const hasLists = (shape: ObjectShape): boolean =>
  Object.values(shape).some((inner) => inner.kind === 'rows' || inner.kind === 'list' || (inner.kind === 'object' && hasLists(inner.of)));

/** Every convention that the scorer holds a reply to, as far as the shape needs it. */
const rulesOf = (shape: ObjectShape): string[] => {
  const leaves = leavesOf(shape);
  const has = (...kinds: Leaf['kind'][]) => leaves.some(({ kind }) => kinds.includes(kind));
  return [
    'Use exactly these keys and no others.',
    ...(has('text') ? ['Copy texts as the document writes them, without translating, shortening or completing them.'] : []),
    ...(has('integer', 'decimal', 'money')
      ? ['Numbers are JSON numbers: a point before the decimals, no thousands separators, no units, no quotation marks.']
      : []),
    ...(has('money')
      ? [
          'Money is an object with the two keys "amount" (a number) and "currency" (the ISO 4217 code: € is EUR, £ is GBP, $ is USD, zł is PLN; a code in the document stays).',
        ]
      : []),
    ...(has('date') ? ['Dates are texts of the form YYYY-MM-DD.'] : []),
    ...(leaves.some(({ nullable }) => nullable)
      ? ['Where the document gives no value for a key that may be null, write null; do not guess, and do not leave the key out.']
      : []),
    ...(hasLists(shape) ? ['List every item that belongs there once, and nothing else. A list without items is [].'] : []),
  ];
};

const replyRule =
  'Reply with this JSON object only: strict JSON, no prose. A code fence or a sentence around it is ignored; a second, different JSON object makes the reply void.';

/** The whole question: what is asked, the keys with their types, the rules, and the document. */
export const promptOf = (ask: string, shape: ObjectShape, document: string): string =>
  [
    ask,
    `Write one JSON object with these keys:\n${linesOf(shape).join('\n')}`,
    `Rules:\n${rulesOf(shape)
      .map((rule) => `- ${rule}`)
      .join('\n')}`,
    replyRule,
    `=== document ===\n${document}\n=== end of document ===`,
  ].join('\n\n');
