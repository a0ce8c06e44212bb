import { runSchema, submissionSchema, traceEventSchema, trialSchema } from '@benchloop/spec';
import { z } from 'zod';

const published = {
  run: { schema: runSchema, title: 'run.json of a run folder' },
  submission: { schema: submissionSchema, title: 'The public part of a finished run' },
  trace: { schema: traceEventSchema, title: 'One line of a trace file' },
  trial: { schema: trialSchema, title: 'One line of trials.jsonl' },
};

/** The published schemas, draft 2020-12: file path to text. */
export const jsonSchemaFiles = (): Map<string, string> =>
  new Map(
    Object.entries(published).map(([name, { schema, title }]) => {
      const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12' });
      return [`spec/schema/${name}.schema.json`, `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`];
    }),
  );
