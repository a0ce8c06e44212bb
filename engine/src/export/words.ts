import type { Model, Quantiles } from '@benchloop/spec';

/** Stands where a number is absent; the reason is said beside it or below. Never 0. */
export const absent = '—';

/** A duration as people say it: `340 ms`, `1.4 s`, `12 min`, `2.1 h`. */
export const sayDuration = (milliseconds: number): string => {
  if (milliseconds < 9.95) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 999.5) return `${milliseconds.toFixed(0)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  if (seconds < 99.5) return `${seconds.toFixed(0)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${(seconds / 3600).toFixed(1)} h`;
};

/** Three digits of a rate: `4.21`, `40.0`, `512`. */
export const sayRate = (perSecond: number): string => perSecond.toFixed(perSecond < 9.995 ? 2 : perSecond < 99.95 ? 1 : 0);

export const sayPercent = (share: number): string => `${(100 * share).toFixed(0)} %`;

/** An amount of money with two digits that count, and at least whole hundredths from 1 on: `0.0042 USD`, `12.30 USD`. */
export const sayMoney = (amount: number, currency: string): string => {
  const digits = amount >= 1 || amount === 0 ? 2 : Math.min(8, Math.max(2, 1 - Math.floor(Math.log10(amount))));
  return `${amount.toFixed(digits)} ${currency}`;
};

/** Limits of an interval, `33.1 to 66.9`. */
export const sayInterval = ({ low, high }: { low: number; high: number }, digits: number): string =>
  `${low.toFixed(digits)} to ${high.toFixed(digits)}`;

/** `16 GiB`, `512 MiB`. */
export const sayBytes = (bytes: number): string => {
  const gibibytes = bytes / 2 ** 30;
  return gibibytes >= 1
    ? `${gibibytes.toFixed(gibibytes < 9.95 && gibibytes % 1 > 0.05 ? 1 : 0)} GiB`
    : `${(bytes / 2 ** 20).toFixed(0)} MiB`;
};

/** `1 trial`, `3 trials`. */
export const sayCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const sayOr = <Value>(value: Value | null, say: (value: Value) => string): string => (value === null ? absent : say(value));

export const sayMedian = (quantiles: Quantiles | null, say: (value: number) => string): string =>
  quantiles === null ? absent : say(quantiles.p50);

export const sayP95 = (quantiles: Quantiles | null, say: (value: number) => string): string =>
  quantiles === null || quantiles.p95 === null ? absent : say(quantiles.p95);

/** A model's name with its quantization, which many names contain already. */
export const sayModel = ({ name, quantization }: Pick<Model, 'name' | 'quantization'>): string =>
  quantization === null || name.toLowerCase().includes(quantization.toLowerCase()) ? name : `${name} ${quantization}`;

const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Text from a server or model on one line, without anything that moves a terminal's cursor or turns its direction. */
export const onOneLine = (text: string): string => text.replaceAll(controls, ' ').replaceAll(/ {2,}/g, ' ').trim();
