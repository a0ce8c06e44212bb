import type { ToolDefinition } from '@benchloop/spec';
import { commerceTools } from './commerce.ts';
import { officeTools } from './office.ts';
import { systemsTools } from './systems.ts';
import { travelTools } from './travel.ts';

/** Every tool that the tasks offer, over several domains. */
export const catalogue: readonly ToolDefinition[] = [...travelTools, ...officeTools, ...commerceTools, ...systemsTools];

const byName = new Map(catalogue.map((tool) => [tool.name, tool]));

export const toolNamed = (name: string): ToolDefinition => {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`the catalogue has no tool named ${name}`);
  return found;
};
