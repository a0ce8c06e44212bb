import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Job, ModelCard, ModelsAnswer } from '@benchloop/spec';

type MadeUp = { name: string; quantization: string; skill: number; parameters: number; bytesPerParameter: number; msPerToken: number };

/** Made-up models: two builds of one, one that is as good and slower, and two weaker ones. Nothing here is a measurement. */
const madeUp: readonly MadeUp[] = [
  { name: 'demo-heron-30b', quantization: 'Q4_K_M', skill: 86, parameters: 30e9, bytesPerParameter: 0.6, msPerToken: 8 },
  { name: 'demo-heron-30b', quantization: 'Q2_K', skill: 71, parameters: 30e9, bytesPerParameter: 0.35, msPerToken: 6 },
  { name: 'demo-wren-14b', quantization: 'Q5_K_M', skill: 82, parameters: 14e9, bytesPerParameter: 0.7, msPerToken: 5 },
  { name: 'demo-finch-8b', quantization: 'Q4_K_M', skill: 62, parameters: 8e9, bytesPerParameter: 0.6, msPerToken: 3 },
  { name: 'demo-tit-2b', quantization: 'Q8_0', skill: 38, parameters: 2e9, bytesPerParameter: 1.1, msPerToken: 2 },
];

const charactersPerToken = 4;
const contextTrained = 32_768;

/** How the mock provider is told to play it. */
const settingOf = ({ name, quantization, skill, msPerToken }: MadeUp): string =>
  `skill=${skill};as=${name};quant=${quantization};ttft=${5 * msPerToken};itl=${msPerToken};token=${charactersPerToken}`;

const cardOf = (model: MadeUp): ModelCard => ({
  id: settingOf(model),
  name: model.name,
  aliases: [],
  place: 'local',
  where: 'Demo data',
  endpoint: null,
  provider: 'mock',
  state: 'loaded',
  family: 'demo',
  sizeBytes: model.parameters * model.bytesPerParameter,
  parameters: model.parameters,
  quantization: model.quantization,
  contextTrained,
  contextInForce: contextTrained,
  capabilities: { tools: 'yes', thinking: 'no', vision: 'no', system: 'yes' },
  tested: [],
  memoryEstimateBytes: null,
  estimateContextTokens: null,
  fits: null,
});

/** The made-up models in place of those of this machine. */
export const demoModels = (): ModelsAnswer => ({
  models: madeUp.map(cardOf),
  servers: [],
  troubles: ['This is demo data: no server and no disk was looked at.'],
});

const jobOf = (model: MadeUp): Job => ({
  id: randomBytes(6).toString('hex'),
  createdAt: new Date().toISOString(),
  state: 'waiting',
  settings: { provider: 'mock', model: settingOf(model), profile: 'core' },
  group: null,
  queueKey: 'mock',
  runId: null,
  problem: null,
});

/** One run of each made-up model for the queue, so that the first fill the pages while the others are watched. */
export const demoJobs = (): Job[] => madeUp.map(jobOf);

/** A data home of its own that goes with the app. */
export const openDemoHome = async (): Promise<{ home: string; remove: () => Promise<void> }> => {
  const home = await mkdtemp(join(tmpdir(), 'bench-loop-demo-'));
  return { home, remove: () => rm(home, { recursive: true, force: true }) };
};
