import type { Environment, Evidence, Harness, ProofCase, Suite, Task, Transcript } from '@benchloop/spec';
import { createRawHarness } from '../../../harnesses/raw/harness.ts';
import { generationOfReply } from '../../../kit/scripted-generation.ts';
import { judge } from '../../../run/judge.ts';

/** A proof case that was played once: what it left behind can be judged again and again. */
export type Played = { proof: ProofCase; accepted: boolean; transcript: Transcript; evidence: Evidence | null };

const model = { capabilities: { tools: 'yes' } } as Parameters<Harness['attempt']>[0]['model'];

export const playCase = async (
  task: Task,
  proof: ProofCase,
  createEnvironment: (task: Task) => Environment,
): Promise<Pick<Played, 'transcript' | 'evidence'>> => {
  const environment = createEnvironment(task);
  let turn = 0;
  const transcript = await createRawHarness().attempt({
    task,
    model,
    limits: task.limits,
    environment,
    generate: async () => {
      turn += 1;
      return generationOfReply(proof.replies[Math.min(turn, proof.replies.length) - 1] ?? {}, turn);
    },
  });
  return { transcript, evidence: (await environment.evidence?.()) ?? null };
};

export const playAll = async (task: Task, createEnvironment: (task: Task) => Environment): Promise<Played[]> => {
  const played: Played[] = [];
  for (const [accepted, cases] of [
    [true, task.proof.accepted],
    [false, task.proof.rejected],
  ] as const)
    for (const proof of cases) played.push({ proof, accepted, ...(await playCase(task, proof, createEnvironment)) });
  return played;
};

/** Whether a played case gets another verdict than its proof promises. */
export const isCaught = (
  suite: Pick<Suite, 'scorer' | 'judge'>,
  task: Task,
  { proof, accepted, transcript, evidence }: Played,
): boolean => {
  const verdict = judge(suite, task, transcript, evidence);
  if (verdict.outcome !== (proof.outcome ?? 'scored')) return true;
  if ((verdict.score?.passed ?? false) !== accepted) return true;
  return verdict.score !== null && Math.abs(verdict.score.value - (proof.score ?? (accepted ? 1 : 0))) > 1e-9;
};
