import { defineCheck, nothingKnown, type Stack } from '../check.ts';
import { fault, note, ok, whyFor } from '../finding.ts';

const noun = 'the full speed of this machine';

type Placement = { cpuShare: number | null; gpuOff: boolean | null };

/** What the server tells of where the model lies: Ollama its share on the processor, llama.cpp its layers on the GPU. */
const placementOf = ({ server: { flags, gpuLayers } }: Stack): Placement => {
  const share = flags['cpu-share'] === undefined ? null : Number(flags['cpu-share']);
  const off = flags['gpu'] === 'false' || flags['gpu'] === 'none' || gpuLayers === 0;
  return {
    cpuShare: share !== null && Number.isFinite(share) ? share : null,
    gpuOff: off ? true : flags['gpu'] === undefined && gpuLayers === null ? null : false,
  };
};

/** Whether the model runs on the GPU, as far as the server tells. */
export const gpuCheck = defineCheck({
  id: 'gpu',
  title: 'GPU is used',
  isNeeded: ({ timed }) => timed.length > 0,
  known: nothingKnown,
  ask: async (_prober, { stack }) => placementOf(stack),
  judge: ({ cpuShare, gpuOff }, { stack, needs }) => {
    const why = whyFor(needs.timed, noun);
    const remedy =
      'Take a smaller quantization or context so that the model fits the GPU, and check the GPU build or driver of the server.';
    const evidence = `cpu share ${cpuShare ?? 'unknown'}, GPU layers ${stack.server.gpuLayers ?? 'unknown'}, GPUs of this machine: ${
      stack.gpus === null ? 'unknown' : stack.gpus.join(', ') || 'none'
    }`;
    if (cpuShare !== null && cpuShare > 0 && cpuShare < 1)
      return fault('problem', needs.timed, {
        what: `${Math.round(cpuShare * 100)} % of the model runs on the processor.`,
        why,
        evidence,
        remedy,
      });
    const onProcessor = cpuShare === 1 || gpuOff === true;
    if (onProcessor && stack.gpus !== null && stack.gpus.length > 0)
      return fault('problem', needs.timed, { what: 'This machine has a GPU and the model runs on the processor.', why, evidence, remedy });
    if (onProcessor) return note({ what: 'The model runs on the processor.', why, evidence });
    if (cpuShare === 0 || gpuOff === false) return ok({ what: 'The model runs on the GPU.', why, evidence });
    return note({ what: 'The server does not tell whether it uses a GPU.', why, evidence });
  },
});
