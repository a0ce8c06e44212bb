import type { ApiProblem } from '@benchloop/spec';

/** What the app could not do, in the words of the server. */
export class AppProblem extends Error {
  override readonly name = 'AppProblem';
  readonly nextStep: string;
  readonly status: number;
  constructor({ message, nextStep }: ApiProblem, status: number) {
    super(message);
    this.nextStep = nextStep;
    this.status = status;
  }
}

const unreachable: ApiProblem = {
  message: 'BenchLoop does not answer.',
  nextStep: 'Start it again with `bench-loop dashboard`; runs that were going on are kept.',
};

type Call = { method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; body?: unknown; signal?: AbortSignal };

/** Asks the server of the app. Throws `AppProblem` with one message and the next step. */
export const callApi = async <Answer>(path: string, { method = 'GET', body, signal }: Call = {}): Promise<Answer> => {
  const answer = await fetch(`/api/${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new AppProblem(unreachable, 0);
  });
  const data: unknown = await answer.json().catch(() => unreachable);
  if (!answer.ok) throw new AppProblem(data as ApiProblem, answer.status);
  return data as Answer;
};

/** Opens a session with the token of the link, and takes the token out of the address. */
export const openSession = async (): Promise<void> => {
  const token = /^#token=(.+)$/u.exec(location.hash)?.[1];
  if (token === undefined) return;
  history.replaceState(null, '', location.pathname + location.search);
  await callApi('session', { method: 'POST', body: { token } });
};
