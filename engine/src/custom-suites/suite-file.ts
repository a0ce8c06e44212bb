import { z } from 'zod';

const decimal = z
  .union([z.number().nonnegative(), z.string()])
  .transform(String)
  .pipe(z.string().regex(/^\d+(\.\d+)?$/, 'write a number such as 0.01'));

/** Ways to judge a question/answer pair. */
export const matchers = ['exact', 'number', 'choice'] as const;
export type MatcherName = (typeof matchers)[number];

export const questionsSchema = z
  .strictObject({
    file: z.string().min(1),
    matcher: z.enum(matchers),
    /** Largest difference that is still right, for `number`. Left out: none. */
    tolerance: decimal.optional(),
    /** Stands between each question and the request for the answer line. */
    instruction: z.string().optional(),
    maxTokens: z.number().int().positive().default(512),
  })
  .refine(({ matcher, tolerance }) => tolerance === undefined || matcher === 'number', {
    message: 'only the matcher number takes a tolerance',
    path: ['tolerance'],
  });
export type Questions = z.output<typeof questionsSchema>;

/** `suite.yaml` of a suite without code. */
export const suiteFileSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'use small letters, digits and hyphens, at most 40'),
    version: z.union([z.string().min(1), z.number()]).transform(String),
    title: z.string().min(1),
    summary: z.string().min(1),
    /** Id of a scorer of this build. Question/answer pairs are judged by `typed-answer`. */
    scorer: z.string().optional(),
    questions: questionsSchema.optional(),
  })
  .refine(({ scorer, questions }) => scorer !== undefined || questions !== undefined, {
    message: 'name the scorer that judges the tasks, or a file of questions',
    path: ['scorer'],
  });
export type SuiteFile = z.output<typeof suiteFileSchema>;
