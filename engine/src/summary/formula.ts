import type { Overall } from '@benchloop/spec';

/** Share of each part in the overall figure. The two formulas are never comparable with each other. */
export const overallWeights = {
  'with-speed': { quality: 0.7, speed: 0.25, reliability: 0.05 },
  'without-speed': { quality: 0.9, speed: 0, reliability: 0.1 },
} as const satisfies Record<Overall['formula'], { quality: number; speed: number; reliability: number }>;

/** Share of each capability suite in quality; over the suites of a profile they are scaled to sum to 1. */
export const suiteWeights: Readonly<Record<string, number>> = {
  agent: 0.15,
  coding: 0.15,
  dataextract: 0.1,
  instructfollow: 0.125,
  longcontext: 0.1,
  reasonmath: 0.125,
  toolcall: 0.15,
  workspace: 0.1,
};

/** The suite whose absence leads to the formula without speed instead of no figure. */
export const speedSuite = 'speed';

/** Row of the speed table whose median decode rate goes into the overall figure. */
export const speedCell = 'decode';

const speedSlope = 12.54;
const speedOffset = 0.9;

/** Decode rate in tokens per second as 0 to 100: each doubling adds 12.54 points; 7 tok/s is about 36, 240 about 100. */
export const speedScore = (tokensPerSecond: number): number =>
  tokensPerSecond <= 0 ? 0 : Math.min(100, Math.max(0, speedSlope * Math.log2(tokensPerSecond) + speedOffset));

export type OverallParts = { quality: number; speed: number | null; reliability: number };

/** Overall figure, 0 to 100, from parts of 0 to 100. Without a speed part the other formula applies. */
export const overallFigure = ({ quality, speed, reliability }: OverallParts): number => {
  const weights = overallWeights[speed === null ? 'without-speed' : 'with-speed'];
  return weights.quality * quality + weights.speed * (speed ?? 0) + weights.reliability * reliability;
};

/** The formulas in words, for reports and docs, made from the numbers above. */
export const formulaInWords = (formula: Overall['formula']): string => {
  const { quality, speed, reliability } = overallWeights[formula];
  const parts = [
    `${quality.toFixed(2)} quality`,
    ...(speed === 0 ? [] : [`${speed.toFixed(2)} speed`]),
    `${reliability.toFixed(2)} reliability`,
  ];
  return parts.join(' + ');
};

/** The speed curve in words. */
export const speedCurveInWords = `clamp(${speedSlope} x log2(tok/s) + ${speedOffset}, 0, 100)`;
