import type { ServerKind } from '../server-kind.ts';
import { dockerModelRunner } from './docker-model-runner.ts';
import { jan } from './jan.ts';
import { koboldcpp } from './koboldcpp.ts';
import { litellm } from './litellm.ts';
import { llamaServer } from './llama-server.ts';
import { llamaSwap } from './llama-swap.ts';
import { lmStudio } from './lm-studio.ts';
import { localai } from './localai.ts';
import { mlx } from './mlx.ts';
import { ollama } from './ollama.ts';
import { openaiCompatible } from './openai-compatible.ts';
import { openrouter } from './openrouter.ts';
import { sglang } from './sglang.ts';
import { tgi } from './tgi.ts';
import { vllm } from './vllm.ts';

/** Every kind, in the order in which they are tried: marks that nobody imitates first, proxies before what they pass on to. */
export const serverKinds: readonly ServerKind[] = [
  lmStudio,
  koboldcpp,
  llamaSwap,
  litellm,
  dockerModelRunner,
  jan,
  localai,
  llamaServer,
  ollama,
  sglang,
  vllm,
  tgi,
  mlx,
  openrouter,
  openaiCompatible,
];
