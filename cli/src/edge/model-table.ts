import type { Model } from '@benchloop/spec';
import type { ModelRow } from '@benchloop/engine';
import { columns } from './columns.ts';
import { sayBytes } from './say-bytes.ts';

const unknown = 'unknown';

/** Tokens as people say them: `8k` for 8192, and the number itself where it is no multiple of 1024. */
export const sayTokens = (tokens: number): string => (tokens >= 1024 && tokens % 1024 === 0 ? `${tokens / 1024}k` : String(tokens));

/** Weights as model names state them: `30.5B`, `135M`. */
export const sayParameters = (count: number): string => {
  const [value, unit] = count >= 1e9 ? [count / 1e9, 'B'] : [count / 1e6, 'M'];
  return `${value >= 100 ? Math.round(value) : Number(value.toFixed(1))}${unit}`;
};

/** What one request can use now, of what the weights were trained for. */
const sayContext = ({ contextInForce, contextTrained }: Pick<ModelRow, 'contextInForce' | 'contextTrained'>): string => {
  if (contextInForce !== null)
    return contextTrained === null || contextTrained === contextInForce
      ? sayTokens(contextInForce)
      : `${sayTokens(contextInForce)} of ${sayTokens(contextTrained)}`;
  return contextTrained === null ? unknown : `up to ${sayTokens(contextTrained)}`;
};

/** Whether the model can be held by this machine, and where. */
export const sayFit = ({ fits, place, state, problem }: ModelRow): string => {
  if (problem !== undefined) return `no: ${problem}`;
  if (place === 'cloud' || place === 'remote') return 'runs elsewhere';
  if (fits === null) return state === 'loaded' ? 'yes, loaded' : unknown;
  if (!fits.fits) return 'no';
  return { gpu: 'yes, GPU', memory: 'yes, memory', split: 'yes, GPU and memory' }[fits.place ?? 'memory'];
};

/** Name and address of where a model runs. */
export const sayWhere = ({ where, place, endpoint }: ModelRow): string => {
  if (place === 'disk') return `disk, ${where}`;
  return `${where}${place === 'cloud' ? ', cloud' : ''} ${endpoint === null ? '' : new URL(endpoint).host}`.trim();
};

/** What is known of an ability, and whether it was seen here or is as the server or the file tells. */
const sayAbility = ({ capabilities, tested }: ModelRow, ability: keyof ModelRow['capabilities']): string =>
  tested.includes(ability) ? `${capabilities[ability] ?? unknown}, tested` : (capabilities[ability] ?? unknown);

const cellsOf = (row: ModelRow): string[] => [
  row.name,
  sayWhere(row),
  row.sizeBytes === null ? unknown : sayBytes(row.sizeBytes),
  row.parameters === null ? unknown : sayParameters(row.parameters),
  row.quantization ?? unknown,
  sayContext(row),
  sayAbility(row, 'tools'),
  sayAbility(row, 'thinking'),
  sayAbility(row, 'vision'),
  sayFit(row),
];

/** One line per model: where it is and what is known of it. */
export const modelTable = (rows: readonly ModelRow[]): string[] =>
  columns(['model', 'where', 'size', 'weights', 'quant', 'context', 'tools', 'thinking', 'vision', 'fits'], rows.map(cellsOf));

/** One line per model of one server. */
export const endpointTable = (models: readonly Model[]): string[] =>
  columns(
    ['model', 'size', 'weights', 'quant', 'context', 'tools', 'thinking', 'vision'],
    models.map((model) => [
      model.name,
      model.sizeBytes === null ? unknown : sayBytes(model.sizeBytes),
      model.parameters === null ? unknown : sayParameters(model.parameters),
      model.quantization ?? unknown,
      sayContext(model),
      model.capabilities.tools,
      model.capabilities.thinking,
      model.capabilities.vision,
    ]),
  );

/** What the column `fits` stands on. */
export const fitNote = (rows: readonly ModelRow[]): string | null => {
  const tokens = rows.map(({ estimateContextTokens }) => estimateContextTokens).find((value) => value !== null);
  if (!rows.some(({ fits }) => fits !== null)) return null;
  return `fits: weights${tokens === undefined ? '' : ` and, for files on disk that tell its size, the cache of ${sayTokens(tokens ?? 0)} tokens`}, beside what the system itself needs.`;
};

/** Everything about one model, one fact a line. */
export const modelFacts = (row: ModelRow): [string, string][] => [
  ['model', row.name],
  ['where', sayWhere(row)],
  ...(row.endpoint === null ? [] : [['endpoint', row.endpoint] as [string, string]]),
  ...(row.path === null ? [] : [['path', row.path] as [string, string]]),
  ['state', row.state],
  ['size', row.sizeBytes === null ? unknown : sayBytes(row.sizeBytes)],
  ['weights', row.parameters === null ? unknown : sayParameters(row.parameters)],
  ['quantization', row.quantization ?? unknown],
  ['bits per weight', row.bitsPerWeight === null ? unknown : row.bitsPerWeight.toFixed(2)],
  ['context', sayContext(row)],
  ['tools', sayAbility(row, 'tools')],
  ['thinking', sayAbility(row, 'thinking')],
  ['vision', sayAbility(row, 'vision')],
  ['system', sayAbility(row, 'system')],
  [
    'memory',
    row.memoryEstimateBytes === null
      ? unknown
      : `about ${sayBytes(row.memoryEstimateBytes)}, ${row.estimateContextTokens === null ? 'weights alone' : `with ${sayTokens(row.estimateContextTokens)} tokens of context`}`,
  ],
  ['fits', sayFit(row)],
];
