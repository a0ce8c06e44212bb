import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';
import { UserError, type ApiProblem } from '@benchloop/spec';

/** A person's mistake becomes 400 with one message; anything else is our bug and says no more than that. */
export const answerFailure = (failure: unknown, context: Context): Response => {
  const problem: ApiProblem =
    failure instanceof UserError
      ? { message: failure.message, nextStep: failure.nextStep }
      : { message: 'An unexpected failure, which is a bug of BenchLoop.', nextStep: 'The terminal of the app shows more.' };
  if (!(failure instanceof UserError))
    process.stderr.write(`${failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)}\n`);
  return context.json(problem, failure instanceof UserError ? 400 : 500);
};

export const refuse = (context: Context, status: ContentfulStatusCode, problem: ApiProblem): Response => context.json(problem, status);

export const notFound = (context: Context, what: string): Response =>
  refuse(context, 404, { message: `There is no ${what}.`, nextStep: 'It may have been removed; load the page again.' });

/** The body of a request where it fits a schema. Throws `UserError` where not. */
export const readBody = async <Schema extends z.ZodType>(context: Context, schema: Schema): Promise<z.infer<Schema>> => {
  const parsed = schema.safeParse(await context.req.json().catch(() => null));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UserError(`The request does not fit: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim(), 'Load the page again.');
};
