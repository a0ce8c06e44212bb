import { WorldError, type RunningWorld, type World, type WorldChange, type WorldForm, type WorldResult } from './world.ts';

/** How the notice of a new form begins in a result. */
export const noticeMark = 'Notice of the service:';

type Waiting = { form: WorldForm; tool: string; times: number; seen: number };

const waitingOf = (world: World, { form, tool, times = 1 }: WorldChange): Waiting => {
  const found = world.forms?.find(({ id }) => id === form);
  if (found === undefined) throw new Error(`the world ${world.id} has no form ${form}`);
  return { form: found, tool, times, seen: 0 };
};

/** Calls a tool whose arguments are written and whose results are shown in these forms. */
const callIn = async (
  running: RunningWorld,
  forms: readonly WorldForm[],
  [tool, given]: Parameters<RunningWorld['call']>,
): Promise<WorldResult> => {
  try {
    const state = forms.length === 0 ? null : await running.snapshot();
    const result = await running.call(
      tool,
      forms.reduce((written, form) => form.given?.(tool, written, state) ?? written, given),
    );
    return { ...result, content: forms.reduce((text, form) => form.shown?.(tool, text) ?? text, result.content) };
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    return { content: `error: ${error.message}`, isError: true, changed: false };
  }
};

/** A running world in which tools change their form as planned. Throws where the world has no such form. */
export const changingWorld = (world: World, running: RunningWorld, changes: readonly WorldChange[]): RunningWorld => {
  const waiting = changes.map((change) => waitingOf(world, change));
  const inForce: WorldForm[] = [];
  return {
    ...running,
    call: async (tool, given) => {
      const result = await callIn(running, [...inForce], [tool, given]);
      const counted = result.isError ? [] : waiting.filter((one) => one.tool === tool);
      for (const one of counted) one.seen += 1;
      const due = counted.filter(({ seen, times }) => seen === times).map(({ form }) => form);
      inForce.push(...due);
      return { ...result, content: [result.content, ...due.map(({ notice }) => `${noticeMark} ${notice}`)].join('\n') };
    },
  };
};
