import type { Connection, Plan } from '@benchloop/spec';
import { locate } from './locate.ts';
import { connect, type Session } from './session.ts';

/** A way to the model of a plan, for talking to it outside a run. Nothing is stored. Throws `UserError` where it can't be reached. */
export const openStack = async (plan: Plan, session: Session): Promise<Connection> => {
  const located = await locate(plan, session);
  return connect(located.plan, located.local, session);
};
