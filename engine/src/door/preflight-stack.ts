import type { Connection, Machine, Model, Plan, PreflightFinding, ServerFacts } from '@benchloop/spec';
import { checks } from '../preflight/index.ts';
import { preflight } from '../preflight/preflight.ts';
import { createTimeoutEstimator } from '../run/timeouts.ts';
import { rememberTested } from '../store/tested-abilities.ts';
import { waitForTurn } from './execute-run.ts';
import { locate } from './locate.ts';
import { preflightInput } from './prove-stack.ts';
import { connect, partOf, requireNoStop, type Session } from './session.ts';
import { planRun } from './start-run.ts';

/** A stack with everything that was found of it; `title` names a check for people. */
export type PreflightReport = { model: Model; server: ServerFacts; findings: (PreflightFinding & { title: string })[] };

const titles = new Map(checks.map(({ id, title }) => [id, title]));

/** Makes every check on the stack of a plan and runs none of its trials. Nothing is stored. */
export const preflightStack = async (plan: Plan, machine: Machine, session: Session): Promise<PreflightReport> => {
  const located = await locate(plan, session);
  const { run, work } = planRun(located.plan, machine, session);
  const place = await waitForTurn(session, run, located.local);
  let connection: Connection | null = null;
  try {
    connection = await connect(run.plan, located.local, session);
    const harness = partOf(session.parts.harnesses, 'harness', run.plan.harness.value);
    const estimator = createTimeoutEstimator(run.plan.timeoutMs.value);
    const { findings, capabilities, tested } = await preflight({
      ...preflightInput({ connection, run, harness, work, estimator, session }),
      everything: true,
    });
    requireNoStop(session);
    await rememberTested(session.home, { kind: connection.server.kind, model: connection.model }, tested);
    return {
      model: { ...connection.model, capabilities },
      server: connection.server,
      findings: findings.map((finding) => ({ ...finding, title: titles.get(finding.id) ?? finding.id })),
    };
  } finally {
    await connection?.close();
    await place?.leave();
  }
};
