import { UserError } from '@benchloop/spec';

/** When an adaptive run has seen enough: its score is known to ±`points` of 100, or it can be told apart from another run. */
export type Until = { kind: 'width'; points: number } | { kind: 'separated'; runId: string };

const widthForm = /^(?:±|\+-|\+\/-)\s*(\d+(?:\.\d+)?)$/u;
const separatedForm = /^separated-from\s+([0-9a-z-]+)$/u;

const readUntil = (text: string): Until | null => {
  const points = Number(widthForm.exec(text.trim())?.[1]);
  if (points > 0 && points <= 50) return { kind: 'width', points };
  const runId = separatedForm.exec(text.trim())?.[1];
  return runId === undefined ? null : { kind: 'separated', runId };
};

/** What `--until` asks for: `±3` (also `+-3`) or `separated-from RUN`. Throws a `UserError` for anything else. */
export const parseUntil = (text: string): Until => {
  const until = readUntil(text);
  if (until === null)
    throw new UserError(
      `--until has the value ${JSON.stringify(text)}.`,
      'Give ±3 (or +-3) to stop when the score is known to 3 points, at most ±50, or `separated-from RUN` with the id of a stored run.',
    );
  return until;
};

/** The form that a plan stores. */
export const sayUntil = (until: Until): string => (until.kind === 'width' ? `±${until.points}` : `separated-from ${until.runId}`);
