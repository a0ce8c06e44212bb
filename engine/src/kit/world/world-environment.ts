import type { Environment, Task, ToolCall, ToolResult } from '@benchloop/spec';
import { deepEqual } from '../deep-equal.ts';
import { worldStateSchema, type RunningWorld, type World, type WorldEvidence, type WorldFault, type WorldResult } from './world.ts';
import { changingWorld } from './changing-world.ts';
import { argumentFault } from './check-arguments.ts';

/** Longer results are cut, with a note, so that no result fills the context. Characters. */
export const resultCharactersMax = 8000;
/** Longer arguments are refused. Characters of their text. */
export const argumentCharactersMax = 65_536;
/** Further calls of one attempt are refused. */
export const callsMax = 400;

const refused = (why: string): WorldResult => ({ content: `error: ${why}`, isError: true, changed: false });

const cut = (content: string): string =>
  content.length <= resultCharactersMax
    ? content
    : `${content.slice(0, resultCharactersMax)}\n[cut here: ${content.length - resultCharactersMax} more characters]`;

type Counted = WorldFault & { seen: number };

const fits = (fault: WorldFault, call: ToolCall): boolean =>
  fault.tool === call.name && Object.entries(fault.when ?? {}).every(([key, value]) => deepEqual(call.arguments?.[key], value));

/** The planned fault that answers this call, if any; counts the call for all faults that it fits. */
const faultFor = (faults: readonly Counted[], call: ToolCall): WorldFault | undefined => {
  const fitting = faults.filter((fault) => fits(fault, call));
  for (const fault of fitting) fault.seen += 1;
  return fitting.find(({ seen, skip = 0, times }) => seen > skip && seen <= skip + times);
};

type Held = { task: Task; world: World; running: RunningWorld; faults: readonly Counted[] };

const answer = async ({ task, world, running, faults }: Held, call: ToolCall): Promise<WorldResult> => {
  const offered = (task.tools ?? []).find(({ name }) => name === call.name);
  if (offered === undefined) return refused(`there is no tool named ${JSON.stringify(call.name.slice(0, 80))}`);
  if (!world.tools.some(({ name }) => name === call.name)) return refused(`the world ${world.id} has no tool ${call.name}`);
  if (call.arguments === null) return refused('the arguments are not a JSON object');
  if (JSON.stringify(call.arguments).length > argumentCharactersMax)
    return refused(`the arguments are longer than ${argumentCharactersMax} characters`);
  const fault = argumentFault(offered.parameters, call.arguments);
  if (fault !== null) return refused(fault);
  const planned = faultFor(faults, call);
  if (planned === undefined) return running.call(call.name, call.arguments);
  const changed = planned.applied === true && (await running.call(call.name, call.arguments)).changed;
  return { content: planned.result, isError: planned.isError ?? true, changed };
};

/** The tools of a task that act in a world. The world starts from its own copy of the task's state. */
export const createWorldEnvironment = (world: World, task: Task): Environment => {
  const { data, faults, changes } = worldStateSchema.parse(task.world?.state);
  const counted = faults.map((fault) => ({ ...fault, seen: 0 }));
  const calls: WorldEvidence['calls'] = [];
  let started: Promise<RunningWorld> | undefined;
  const start = async (): Promise<RunningWorld> => {
    const fresh = await world.start(structuredClone(data));
    return changes.length === 0 ? fresh : changingWorld(world, fresh, changes);
  };
  const running = () => (started ??= start());
  return {
    call: async (call): Promise<ToolResult> => {
      if (calls.length >= callsMax) return { content: `error: more than ${callsMax} calls in one attempt`, isError: true };
      const { content, isError, changed } = await answer({ task, world, running: await running(), faults: counted }, call);
      calls.push({ ok: !isError, changed });
      return { content: cut(content), isError };
    },
    evidence: async () => {
      const held = await running();
      const state: unknown = await held.snapshot();
      await held.close?.();
      return { kind: 'world', data: { state, calls } satisfies WorldEvidence };
    },
  };
};
