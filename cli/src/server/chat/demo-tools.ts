import type { ToolCall, ToolDefinition } from '@benchloop/spec';

type Result = { content: string; isError: boolean };
type DemoTool = { definition: ToolDefinition; run: (given: Record<string, unknown>) => Result };

const right = (content: string): Result => ({ content, isError: false });
const wrong = (content: string): Result => ({ content, isError: true });

const operations: Record<string, (a: number, b: number) => number> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
};

const calculate: DemoTool = {
  definition: {
    name: 'calculate',
    description: 'Calculates with two numbers.',
    parameters: {
      type: 'object',
      properties: {
        operation: { type: 'string', enum: Object.keys(operations) },
        a: { type: 'number' },
        b: { type: 'number' },
      },
      required: ['operation', 'a', 'b'],
      additionalProperties: false,
    },
  },
  run: ({ operation, a, b }) => {
    const known = Object.hasOwn(operations, String(operation)) ? operations[String(operation)] : undefined;
    if (known === undefined) return wrong(`operation must be one of ${Object.keys(operations).join(', ')}`);
    if (typeof a !== 'number' || typeof b !== 'number') return wrong('a and b must be numbers');
    const value = known(a, b);
    return Number.isFinite(value) ? right(String(value)) : wrong('the result is no number');
  },
};

const currentTime: DemoTool = {
  definition: {
    name: 'current_time',
    description: 'Tells the date and time of now in UTC.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
  },
  run: () => right(new Date().toISOString()),
};

const tools: readonly DemoTool[] = [calculate, currentTime];

/** Tools that show whether a model calls tools at all. They read a clock and calculate, and touch nothing. */
export const demoTools: readonly ToolDefinition[] = tools.map(({ definition }) => definition);

/** The result of a call; a call that can't be carried out is answered like a server would, with an error as text. */
export const runDemoTool = ({ name, arguments: given }: ToolCall): Result => {
  const tool = tools.find(({ definition }) => definition.name === name);
  if (tool === undefined) return wrong(`there is no tool named ${name}`);
  if (given === null) return wrong('the arguments are no JSON object');
  return tool.run(given);
};
