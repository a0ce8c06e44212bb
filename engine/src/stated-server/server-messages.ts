/** What the process that watches over a stated server is told: what to start, once, and to end it. */
export type ToSupervisor = { type: 'start'; words: readonly string[] } | { type: 'end' };

/** What it tells. `failed` = there is no process of the server. */
export type FromSupervisor =
  | { type: 'started'; pid: number }
  | { type: 'failed'; code: string | null; message: string }
  | { type: 'ended'; code: number | null; signal: string | null };
