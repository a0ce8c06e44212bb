import type { Environment, Harness, Model, ProofCase, Suite, Task } from '@benchloop/spec';
import { generationOfReply } from '../kit/scripted-generation.ts';
import { judge, type Judgement } from './judge.ts';

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

export type ProveTools = { harness: Harness; createEnvironment: (task: Task) => Environment };

/** Plays one proof case through a harness and judges it as a real reply would be. The last reply repeats. */
export const judgeProofCase = async (suite: Suite, task: Task, proof: ProofCase, tools: ProveTools): Promise<Judgement> => {
  let turn = 0;
  const transcript = await tools.harness.attempt({
    task,
    model: anyModel,
    limits: task.limits,
    environment: tools.createEnvironment(task),
    generate: async () => {
      const reply = proof.replies[Math.min(turn, proof.replies.length - 1)];
      turn += 1;
      return generationOfReply(tools.harness.encodeReply(reply ?? {}, task), turn);
    },
  });
  return judge(suite, task, transcript);
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
