import { z } from 'zod';
import { capabilitySchema, preflightLevelSchema } from '@benchloop/spec';

/** Columns of the page about servers, the preflight check that fills each, and what a model must be able to for it to say anything. */
export const features = [
  { title: 'streams', check: 'streaming', ability: null },
  { title: 'tools', check: 'tool-call', ability: 'tools' },
  { title: 'parallel calls', check: 'parallel-calls', ability: 'tools' },
  { title: 'thinking', check: 'thinking', ability: 'thinking' },
  { title: 'schema', check: 'json-schema', ability: null },
  { title: 'usage', check: 'tokens-counted', ability: null },
  { title: 'seed', check: 'seed', ability: null },
  { title: 'context', check: 'context-window', ability: null },
] as const;

export type FeatureId = (typeof features)[number]['check'];

const featureSchema = z.object({ level: preflightLevelSchema, what: z.string() });

/** A real server as the checks of `bench-loop preflight` saw it. */
export const triedServerSchema = z.object({
  name: z.string(),
  version: z.string(),
  provider: z.string(),
  model: z.string(),
  abilities: z.object({ tools: capabilitySchema, thinking: capabilitySchema }),
  features: z.record(z.string(), featureSchema),
});
export type TriedServer = z.infer<typeof triedServerSchema>;

/** `docs/servers.json`: what the end-to-end tests recorded. */
export const triedServersSchema = z.object({ servers: z.array(triedServerSchema) });

export const triedServersFile = 'docs/servers.json';
