import type { Environment, Harness, Model, ProofCase, Sandbox, Suite, Task } from '@benchloop/spec';
import { generationOfReply } from '../kit/scripted-generation.ts';
import { gatherEvidence, isRefusal } from './gather-evidence.ts';
import { judge, type Judgement } from './judge.ts';
import { unsupported } from './support.ts';

const anyModel: Model = {
  providerId: 'mock',
  name: 'scripted',
  family: null,
  parameters: null,
  quantization: null,
  sizeBytes: null,
  weightsDigest: null,
  templateDigest: null,
  contextTrained: null,
  contextInForce: null,
  licence: null,
  capabilities: { tools: 'yes', thinking: 'unknown', vision: 'unknown', system: 'yes' },
};

export type ProveTools = {
  harness: Harness;
  createEnvironment: (task: Task) => Environment;
  /** Left out = code cannot be run here, so a task that needs it proves nothing. */
  sandbox?: Sandbox | null;
};

// A proof is never given up half way; whoever proves stops between cases.
const never = new AbortController().signal;

/** Plays one proof case through a harness and judges it as a real reply would be. The last reply repeats. */
export const judgeProofCase = async (suite: Suite, task: Task, proof: ProofCase, tools: ProveTools): Promise<Judgement> => {
  let turn = 0;
  const environment = tools.createEnvironment(task);
  const transcript = await tools.harness.attempt({
    task,
    model: anyModel,
    limits: task.limits,
    environment,
    generate: async () => {
      const reply = proof.replies[Math.min(turn, proof.replies.length - 1)];
      turn += 1;
      return generationOfReply(tools.harness.encodeReply(reply ?? {}, task), turn);
    },
  });
  const evidence = await gatherEvidence(suite, { task, transcript }, { environment, sandbox: tools.sandbox ?? null, signal: never });
  return isRefusal(evidence) ? unsupported({ supported: false, ...evidence }) : judge(suite, task, transcript, evidence);
};

/** One message per proof case of a task whose verdict is not the promised one; empty = the task is proved. */
export const proveTask = async (suite: Suite, task: Task, tools: ProveTools): Promise<string[]> => {
  const failures: string[] = [];
  const check = async (proof: ProofCase, accepted: boolean) => {
    const verdict = await judgeProofCase(suite, task, proof, tools);
    const outcome = proof.outcome ?? 'scored';
    const score = proof.score ?? (accepted ? 1 : 0);
    const where = `${suite.id}/${task.id}, ${accepted ? 'accepted' : 'rejected'} "${proof.name}"`;
    if (verdict.outcome !== outcome) failures.push(`${where}: expected outcome ${outcome}, got ${verdict.outcome}: ${verdict.reason}`);
    else if (verdict.score !== null && Math.abs(verdict.score.value - score) > 1e-9)
      failures.push(`${where}: expected score ${score}, got ${verdict.score.value}: ${verdict.reason}`);
    else if ((verdict.score?.passed ?? false) !== accepted)
      failures.push(`${where}: expected ${accepted ? 'passed' : 'not passed'}: ${verdict.reason}`);
  };
  for (const proof of task.proof.accepted) await check(proof, true);
  for (const proof of task.proof.rejected) await check(proof, false);
  return failures;
};
