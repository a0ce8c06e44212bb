import type { Environment, Task } from '@benchloop/spec';
import { deepEqual } from '../../kit/deep-equal.ts';

/** Answers calls from the task's own table of results; a call that no row answers gets an error result. */
export const createTableEnvironment = (task: Task): Environment => ({
  call: async (call) => {
    const offered = (task.tools ?? []).some((tool) => tool.name === call.name);
    if (!offered) return { content: `error: there is no tool named ${JSON.stringify(call.name)}`, isError: true };
    const given = call.arguments;
    if (given === null) return { content: 'error: the arguments are not a JSON object', isError: true };
    const row = (task.toolResults ?? []).find(
      ({ tool, when }) => tool === call.name && Object.entries(when ?? {}).every(([key, value]) => deepEqual(given[key], value)),
    );
    if (!row) return { content: 'error: no data for these arguments', isError: true };
    return { content: row.result, isError: row.isError ?? false };
  },
});
