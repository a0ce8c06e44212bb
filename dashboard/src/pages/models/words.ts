import { onOneLine, sayTokens, withUnit } from '@benchloop/ui';
import type { ModelCard } from '@benchloop/spec';

const unknown = 'unknown';

/** Bytes in decimal units, as files are told of. */
export const sayBytes = (bytes: number): string => {
  if (bytes >= 1e12) return withUnit((bytes / 1e12).toFixed(1), 'TB');
  if (bytes >= 1e9) return withUnit((bytes / 1e9).toFixed(1), 'GB');
  if (bytes >= 5e5 || bytes === 0) return withUnit((bytes / 1e6).toFixed(0), 'MB');
  return bytes >= 1e3 ? withUnit((bytes / 1e3).toFixed(1), 'kB') : withUnit(String(bytes), 'B');
};

/** Weights as model names state them: `30.5B`, `135M`. */
export const sayParameters = (count: number): string => {
  const [value, unit] = count >= 1e12 ? [count / 1e12, 'T'] : count >= 1e9 ? [count / 1e9, 'B'] : [count / 1e6, 'M'];
  return `${unit === 'M' ? Math.round(value) : Number(value.toFixed(1))}${unit}`;
};

export const orUnknown = <Value>(value: Value | null, say: (value: Value) => string): string => (value === null ? unknown : say(value));

/** What one request can use now, of what the weights were trained for. */
export const sayContext = ({ contextInForce, contextTrained }: ModelCard): string => {
  if (contextInForce !== null && contextTrained !== null && contextInForce !== contextTrained)
    return `${sayTokens(contextInForce)} of ${sayTokens(contextTrained)}`;
  return orUnknown(contextInForce ?? contextTrained, sayTokens);
};

const abilities = ['tools', 'thinking', 'vision'] as const;

/** An ability with how it is known: seen here by a check, told by the server or file, or unknown. */
export const sayAbility = ({ capabilities, tested }: ModelCard, ability: (typeof abilities)[number]): string => {
  const value = capabilities[ability];
  if (value === 'unknown') return unknown;
  return `${value}, ${tested.includes(ability) ? 'tested' : 'told'}`;
};

/** Whether the model can be held by this machine, and where. */
export const sayFit = ({ fits, place, state, problem }: Pick<ModelCard, 'fits' | 'place' | 'state' | 'problem'>): string => {
  if (problem !== undefined) return `no: ${problem}`;
  if (place === 'cloud' || place === 'remote') return 'runs elsewhere';
  if (fits === null) return state === 'loaded' ? 'yes, loaded' : unknown;
  if (!fits.fits) return 'no';
  return { gpu: 'yes, on the GPU', memory: 'yes, in memory', split: 'yes, GPU and memory' }[fits.place ?? 'memory'];
};

export const sayWhere = ({ where, place }: ModelCard): string =>
  onOneLine(place === 'disk' ? `disk, ${where}` : `${where}${place === 'cloud' ? ', cloud' : ''}`);
