import type { z } from 'zod';
import type { ToolDefinition } from '@benchloop/spec';
import { WorldError, type World, type WorldForm } from './world.ts';

/** A tool over a state of plain data: changes `state` in place and returns the text for the model; `WorldError` = an error result. */
export type PlainTool<State> = {
  definition: ToolDefinition;
  /** Whether a call that goes well counts as a change of the world. */
  changes: boolean;
  run: (state: State, given: Record<string, unknown>) => string;
};

export type PlainWorld<State> = {
  id: string;
  stateSchema: z.ZodType<State>;
  tools: readonly PlainTool<State>[];
  forms?: readonly WorldForm[];
  /** The form in which equal states are the same data; left out = the state as it is. */
  normalForm?: (state: State) => unknown;
};

/** A world whose state is plain data. A call that fails leaves the state as it was. */
export const createPlainWorld = <State>({ id, stateSchema, tools, forms = [], normalForm }: PlainWorld<State>): World => ({
  id,
  tools: tools.map(({ definition }) => definition),
  forms,
  start: (data) => {
    let state = stateSchema.parse(data);
    return {
      call: (name, given) => {
        const tool = tools.find(({ definition }) => definition.name === name);
        if (tool === undefined) return { content: `error: there is no tool named ${name}`, isError: true, changed: false };
        const next = tool.changes ? structuredClone(state) : state;
        try {
          const content = tool.run(next, given);
          state = next;
          return { content, isError: false, changed: tool.changes };
        } catch (error) {
          if (!(error instanceof WorldError)) throw error;
          return { content: `error: ${error.message}`, isError: true, changed: false };
        }
      },
      snapshot: () => structuredClone(normalForm === undefined ? state : normalForm(state)),
    };
  },
});

/** A tool description with an object of named parameters; a name that ends in `?` is optional. */
export const toolOf = (name: string, description: string, parameters: Record<string, Record<string, unknown>>): ToolDefinition => ({
  name,
  description,
  parameters: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(parameters).map(([key, schema]) => [key.replace(/\?$/, ''), schema])),
    required: Object.keys(parameters).filter((key) => !key.endsWith('?')),
    additionalProperties: false,
  },
});
