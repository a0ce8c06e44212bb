import type { Gpu, Report, RunCost } from '@benchloop/spec';
import { sayOutcomes } from './verdict.ts';
import { onOneLine, sayBytes, sayCount, sayDuration, sayModel, sayMoney } from './words.ts';

/** One line about a run: what it is a fact of, and the fact. */
export type Fact = { label: string; text: string };

const list = (parts: readonly (string | null)[]): string => parts.filter((part) => part !== null && part !== '').join(', ');

const sayGpu = ({ name, memoryBytes }: Gpu): string => list([name, memoryBytes === null ? null : sayBytes(memoryBytes)]);

/** Hardware as measured here; for a remote endpoint as the person stated it, or unknown. */
const machineText = ({ run }: Report): string => {
  const { machine, plan } = run;
  if (plan.place.value === 'remote') {
    const stated = list([
      plan.hardware.value,
      plan.gpu.value,
      plan.gpuMemoryBytes.value === null ? null : sayBytes(plan.gpuMemoryBytes.value),
    ]);
    return stated === '' ? 'remote endpoint, hardware unknown' : `remote endpoint, stated by the person: ${stated}`;
  }
  const { cpu, os, gpus } = machine;
  const cores =
    cpu.physicalCores === null
      ? sayCount(cpu.logicalCores, 'thread')
      : `${sayCount(cpu.physicalCores, 'core')} (${sayCount(cpu.logicalCores, 'thread')})`;
  return list([
    cpu.model ?? 'unknown processor',
    cores,
    sayBytes(machine.memoryBytes),
    gpus.length === 0 ? 'no GPU' : gpus.map(sayGpu).join(' + '),
    `${os.distribution ?? os.platform} ${os.architecture}`,
  ]);
};

const modelText = ({ run }: Report): string => {
  const { model } = run;
  if (model === null) return `${run.plan.model.value ?? 'unknown'}, not reached`;
  const context = model.contextInForce === null ? 'context unknown' : `context ${model.contextInForce} tokens`;
  return list([sayModel(model), context, model.licence]);
};

const serverText = ({ run }: Report): string => {
  const { server, plan } = run;
  if (server === null) return `${plan.endpoint.value ?? plan.provider.value}, not reached`;
  return list([
    `${server.kind}${server.version === null ? '' : ` ${server.version}`}`,
    server.place,
    server.threads === null ? 'threads unknown' : sayCount(server.threads, 'thread'),
    server.gpuLayers === null ? null : sayCount(server.gpuLayers, 'GPU layer'),
  ]);
};

const settingsText = ({ run: { manifest, plan } }: Report): string => {
  const { sampling } = manifest;
  return list([
    `harness ${manifest.harness.id} ${manifest.harness.version}`,
    `temperature ${sampling.temperature}`,
    sampling.seed === null ? null : `sampling seed ${sampling.seed}`,
    `thinking ${manifest.thinking}`,
    `tasks ${plan.seed.value === 'published' ? 'of the published set' : `of seed ${plan.seed.value}`}`,
    `${sayCount(manifest.trials, 'trial')} each`,
    plan.concurrency.value === 1 ? 'one at a time' : `${plan.concurrency.value} at a time`,
  ]);
};

/** How tools are put to the model; null = the run does not tell. */
const harnessText = ({ run: { manifest } }: Report): string | null => {
  const { title, decoding } = manifest.harness;
  if (title === undefined) return null;
  return decoding === 'constrained' ? `${title}: constrained decoding, another stack than the same model decoding freely` : title;
};

const runText = ({ run, summary }: Report): string => {
  const done = Object.values(summary.outcomes).reduce((sum, count) => sum + count, 0);
  const { prompt, completion } = summary.totalTokens;
  const trials =
    done === 0
      ? 'no trial yet'
      : `${sayCount(done, 'trial')} (${sayOutcomes(summary.outcomes)}) in ${sayDuration(summary.wallMs)}, ${prompt} tokens read, ${completion} written`;
  return list([run.id, run.status, trials, `BenchLoop ${run.benchloopVersion}`]);
};

const costText = (cost: RunCost): string => {
  const { amount, calls, pricedCalls, currency, dated, list, unknownBecause } = cost;
  const prices = list === 'file' ? `the prices of your price file, dated ${dated}` : `the built-in list prices of ${dated}`;
  if (calls === 0) return 'no call was made';
  if (amount === null) return `unknown: ${unknownBecause ?? 'no price is known'} (${prices}, in ${currency})`;
  const some = pricedCalls < calls ? `, of ${calls}; of the others the price is not known: ${unknownBecause ?? 'not told'}` : '';
  return `${sayMoney(amount, currency)} for ${sayCount(pricedCalls, 'call')}${some}, at ${prices}; checks before the run and failed calls are not counted`;
};

/** What the numbers belong to: machine, model, server, settings, and the digests that make runs comparable. */
export const factsOf = (report: Report): Fact[] => {
  const { run } = report;
  const harness = harnessText(report);
  const facts: Fact[] = [
    { label: 'Machine', text: machineText(report) },
    { label: 'Model', text: modelText(report) },
    { label: 'Weights', text: list([run.model?.weightsDigest ?? 'digest unknown', run.model?.repository ?? null]) },
    { label: 'Server', text: serverText(report) },
    ...(report.cost === undefined ? [] : [{ label: 'Cost', text: costText(report.cost) }]),
    ...(harness === null ? [] : [{ label: 'Harness', text: harness }]),
    { label: 'Settings', text: settingsText(report) },
    { label: 'Manifest', text: run.manifest.digest },
    { label: 'Run', text: runText(report) },
  ];
  return facts.map(({ label, text }) => ({ label, text: onOneLine(text) }));
};
