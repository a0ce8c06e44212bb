import { z } from 'zod';
import { apiProblemSchema } from './api.ts';
import { capabilitySchema } from './model.ts';
import { machineSchema } from './machine.ts';

const text = z.string().nullable();
const count = z.number().nonnegative().nullable();
const capabilities = z.object({
  tools: capabilitySchema,
  thinking: capabilitySchema,
  vision: capabilitySchema,
  system: capabilitySchema,
  jsonSchema: capabilitySchema.optional(),
});

/** Whether so many bytes can be held by this machine, and where. */
const fitSchema = z.object({
  fits: z.boolean(),
  place: z.enum(['gpu', 'memory', 'split']).nullable(),
  capacityBytes: z.number().nonnegative(),
});

/** One model that could be run, as the app shows it. Null and `unknown` stay so. */
export const modelCardSchema = z.object({
  /** What `model` of a run's settings must say: an opaque id for a file on disk, else the name that the server knows. */
  id: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  place: z.enum(['disk', 'local', 'remote', 'cloud']),
  /** Title of the server, or whose folder the file lies in. */
  where: z.string(),
  endpoint: text,
  /** What `provider` of a run's settings must say. */
  provider: z.string(),
  state: z.enum(['loaded', 'not-loaded', 'unknown']),
  family: text,
  sizeBytes: count,
  parameters: count,
  quantization: text,
  contextTrained: count,
  contextInForce: count,
  capabilities,
  /** Abilities that a check saw here; the others are as the server or the file tells. */
  tested: z.array(z.string()),
  memoryEstimateBytes: count,
  /** Tokens of context that the estimate holds; null = the weights alone. */
  estimateContextTokens: count,
  fits: fitSchema.nullable(),
  /** Why the file can't be a model, in a few words; left out = nothing speaks against it. */
  problem: z.string().optional(),
});
export type ModelCard = z.infer<typeof modelCardSchema>;

/** A server that answered, as the app shows it. */
export const serverCardSchema = z.object({
  endpoint: z.string(),
  title: z.string(),
  kind: z.string(),
  version: text,
  /** Where its address came from, for people. */
  knownFrom: z.string(),
  needsKey: z.boolean(),
  models: z.number().int().nonnegative(),
  /** What a person should know before relying on it. */
  warnings: z.array(z.string()),
});
export type ServerCard = z.infer<typeof serverCardSchema>;

export const modelsAnswerSchema = z.object({
  models: z.array(modelCardSchema),
  servers: z.array(serverCardSchema),
  /** What was looked at and gave no server, with what may help. */
  troubles: z.array(z.string()),
  /** Addresses that have not answered yet, where a short look was asked for: a longer one may find servers there. Left out = all was waited for. */
  waiting: z.array(z.string()).optional(),
});
export type ModelsAnswer = z.infer<typeof modelsAnswerSchema>;

/** A saved address. Its key never leaves the program; only whether there is one, and where it is kept, is told. */
export const endpointCardSchema = z.object({
  name: z.string(),
  url: z.string(),
  key: z.enum(['none', 'environment', 'keychain', 'file']),
});
export type EndpointCard = z.infer<typeof endpointCardSchema>;

/** A repository of Hugging Face. */
export const hubModelSchema = z.object({
  repo: z.string(),
  downloads: count,
  likes: count,
  /** True where the host asks for a login or for terms to be accepted. */
  gated: z.boolean(),
  updatedAt: text,
  architecture: text,
  parameters: count,
  contextTrained: count,
  /** Size of its smallest model file; null = not asked or not told. */
  smallestBytes: count,
  /** Whether `fitsFile` fits, by its weights alone. */
  fits: fitSchema.nullable(),
  /** The model that `fits` speaks for: the largest that fits, else the smallest. Left out or null = not asked or not told. */
  fitsFile: z
    .object({
      /** Its quantization, or its file's name where several have the same or none. */
      name: z.string(),
      sizeBytes: z.number().nonnegative(),
      /** How many models of the repository fit, of how many. */
      fitting: z.number().int().nonnegative(),
      all: z.number().int().positive(),
    })
    .nullable()
    .optional(),
});
export type HubModel = z.infer<typeof hubModelSchema>;

/** One model of a repository: a file, or the parts of one. */
export const hubChoiceSchema = z.object({
  /** What `models pull` takes. */
  source: z.string(),
  quantization: text,
  files: z.number().int().positive(),
  sizeBytes: z.number().nonnegative(),
  memoryEstimateBytes: z.number().nonnegative(),
  estimateContextTokens: count,
  fits: fitSchema.nullable(),
});
export type HubChoice = z.infer<typeof hubChoiceSchema>;

/** An answer of the hub, or why there is none, which is no mistake of the person. */
export const hubAnswerSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('found'), models: z.array(hubModelSchema), host: z.string() }),
  z.object({ state: z.literal('offline'), host: z.string(), problem: apiProblemSchema }),
]);
export type HubAnswer = z.infer<typeof hubAnswerSchema>;

export const hubChoicesAnswerSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('found'), choices: z.array(hubChoiceSchema) }),
  z.object({ state: z.literal('offline'), host: z.string(), problem: apiProblemSchema }),
]);
export type HubChoicesAnswer = z.infer<typeof hubChoicesAnswerSchema>;

/** This machine in the header of the app. */
export const machineAnswerSchema = z.object({
  machine: machineSchema,
  /** Free on the disk that holds the models, bytes; null = the system does not tell. */
  freeDiskBytes: count,
  version: z.string(),
  /** What the app shows is made up, not measured. */
  demo: z.literal(true).optional(),
});
export type MachineAnswer = z.infer<typeof machineAnswerSchema>;

/** What a run can be made of. */
export const buildAnswerSchema = z.object({
  suites: z.array(
    z.object({ id: z.string(), title: z.string(), summary: z.string(), tasks: z.number().int(), judge: z.enum(['scorer', 'clock']) }),
  ),
  profiles: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      suites: z.array(z.string()),
      tasksPerSuite: z.number().int().nullable(),
      trials: z.number().int(),
    }),
  ),
  harnesses: z.array(z.object({ id: z.string(), title: z.string(), kind: z.enum(['raw', 'dialect', 'program']) })),
});
export type BuildAnswer = z.infer<typeof buildAnswerSchema>;

/** What a run will take, before it starts. */
export const budgetAnswerSchema = z.object({
  trials: z.number().int(),
  requests: z.object({ least: z.number(), most: z.number() }),
  promptTokens: z.number(),
  /** Null = this stack was never measured, so only the limit is known. */
  completionTokens: z.number().nullable(),
  completionTokensLimit: z.number(),
  /** Milliseconds; null = this stack was never measured. */
  expectedMs: z.number().nullable(),
  /** The run that the speed comes from. */
  measuredBy: text,
  suites: z.array(z.object({ id: z.string(), trials: z.number(), expectedMs: z.number().nullable() })),
});
export type BudgetAnswer = z.infer<typeof budgetAnswerSchema>;
