import type { Report, Trial, TraceEvent } from '@benchloop/spec';
import { isJudged } from '@benchloop/spec';
import { conversationOf, type Block } from './conversation.ts';

/** A trial that was judged and not passed, or met an infrastructure failure; `blocks` null = its trace is not in the file. */
export type FailedTrial = { trial: Trial; blocks: Block[] | null };

const didPass = ({ outcome, score }: Trial): boolean => outcome === 'scored' && score?.passed === true;

/** Trials that say why the run is not better: everything but passed, unsupported and cancelled. */
export const failedTrialsOf = ({ trials }: Report): Trial[] =>
  trials.filter((trial) => !didPass(trial) && trial.outcome !== 'unsupported' && trial.outcome !== 'cancelled');

/** Of each suite one in turn, so that a cap leaves examples of all. */
export const inTurns = (trials: readonly Trial[]): Trial[] => {
  const places = new Map<string, number>();
  const turned = trials.map((trial) => {
    const place = places.get(trial.suiteId) ?? 0;
    places.set(trial.suiteId, place + 1);
    return { trial, place };
  });
  return turned.toSorted((a, b) => a.place - b.place).map(({ trial }) => trial);
};

const escapedLength: Record<string, number> = { '&': 5, '<': 4, '>': 4, '"': 6, "'": 6 };

/** Bytes of a text once it is HTML, at most. */
export const htmlBytes = (text: string): number => {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    // Characters that can't be seen are written out as ⟨U+XXXX⟩.
    bytes += escapedLength[character] ?? (code < 0x20 ? 12 : code < 0x80 ? 1 : code < 0x800 ? 12 : code < 0x10000 ? 12 : 14);
  }
  return bytes;
};

const markupPerBlock = 90;
const charactersPerBlock = 1600;

/** The failed trials in their order, with as many traces as fit into a budget in bytes. */
export const failedWithTraces = (
  report: Report,
  traces: ReadonlyMap<string, readonly TraceEvent[]>,
  budgetBytes: number,
): FailedTrial[] => {
  const failed = failedTrialsOf(report);
  const kept = new Map<string, Block[]>();
  let left = budgetBytes;
  for (const { id } of inTurns(failed)) {
    const trace = traces.get(id);
    if (trace === undefined) continue;
    const blocks = conversationOf(trace, charactersPerBlock);
    const bytes = blocks.reduce((sum, { text }) => sum + markupPerBlock + htmlBytes(text), 0);
    if (bytes > left) continue;
    left -= bytes;
    kept.set(id, blocks);
  }
  return failed.map((trial) => ({ trial, blocks: kept.get(trial.id) ?? null }));
};

/** How a trial counts: against the model, or against the machinery. */
export const kindOf = ({ outcome }: Trial): 'ability' | 'infrastructure' => (isJudged(outcome) ? 'ability' : 'infrastructure');
