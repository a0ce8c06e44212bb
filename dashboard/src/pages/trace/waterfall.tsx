import type { TrialTurn } from '@benchloop/spec';
import { sayDuration, sayRate } from '@benchloop/ui';

type Span = { kind: 'queue' | 'prefill' | 'decode'; fromMs: number; toMs: number };

/** Where the time of a turn went. Without the server's own clock, waiting and prefill can't be told apart. */
export const spansOf = ({ sentAtMs, firstTokenMs, lastTokenMs, endedAtMs, serverPromptMs }: TrialTurn): Span[] => {
  if (firstTokenMs === null) return endedAtMs === null ? [] : [{ kind: 'prefill', fromMs: sentAtMs, toMs: endedAtMs }];
  const first = sentAtMs + firstTokenMs;
  const queued = serverPromptMs === null ? 0 : Math.max(0, firstTokenMs - serverPromptMs);
  const spans: Span[] = [
    { kind: 'queue', fromMs: sentAtMs, toMs: sentAtMs + queued },
    { kind: 'prefill', fromMs: sentAtMs + queued, toMs: first },
    { kind: 'decode', fromMs: first, toMs: sentAtMs + (lastTokenMs ?? firstTokenMs) },
  ];
  return spans.filter(({ fromMs, toMs }) => toMs > fromMs);
};

const sayRateOf = ({ completionTokens, firstTokenMs, lastTokenMs }: TrialTurn): string | null => {
  if (completionTokens === null || completionTokens < 2 || firstTokenMs === null || lastTokenMs === null || lastTokenMs <= firstTokenMs)
    return null;
  return sayRate((1000 * (completionTokens - 1)) / (lastTokenMs - firstTokenMs));
};

/** A turn in words. */
export const sayTurn = (turn: TrialTurn): string => {
  const prefill = turn.serverPromptMs === null ? 'until the first token' : 'queue and prefill';
  const parts = [
    `turn ${turn.turn + 1}${turn.attempt === 1 ? '' : `, try ${turn.attempt}`}`,
    turn.firstTokenMs === null ? null : `${sayDuration(turn.firstTokenMs)} ${prefill}`,
    turn.firstTokenMs === null || turn.lastTokenMs === null ? null : `${sayDuration(turn.lastTokenMs - turn.firstTokenMs)} decode`,
    turn.promptTokens === null ? null : `${turn.promptTokens} tokens in`,
    turn.cachedTokens === null || turn.cachedTokens === 0 ? null : `${turn.cachedTokens} of them cached`,
    turn.completionTokens === null ? null : `${turn.completionTokens} out`,
    sayRateOf(turn),
    turn.error === null ? null : `failed: ${turn.error.kind}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
};

type WaterfallProps = { turns: readonly TrialTurn[]; totalMs: number; onRaw: (turn: TrialTurn) => void };

/** Queue, prefill and decode of each turn on the clock of the trial. */
export const Waterfall = ({ turns, totalMs, onRaw }: WaterfallProps) => {
  const end = Math.max(1, totalMs, ...turns.map(({ endedAtMs }) => endedAtMs ?? 0));
  const hasServerClock = turns.some(({ serverPromptMs }) => serverPromptMs !== null);
  return (
    <div className="trace-waterfall">
      <p className="trace-legend" aria-hidden="true">
        {hasServerClock ? <span className="trace-span-queue">queue</span> : null}
        <span className="trace-span-prefill">{hasServerClock ? 'prefill' : 'queue and prefill'}</span>
        <span className="trace-span-decode">decode</span>
      </p>
      <ol>
        {turns.map((turn) => (
          <li key={`${turn.turn}-${turn.attempt}`}>
            <svg width="100%" height="12" aria-hidden="true">
              {spansOf(turn).map(({ kind, fromMs, toMs }) => (
                <rect
                  key={kind}
                  className={`trace-span-${kind}`}
                  x={`${((100 * fromMs) / end).toFixed(2)}%`}
                  width={`${Math.max(0.3, (100 * (toMs - fromMs)) / end).toFixed(2)}%`}
                  height="12"
                />
              ))}
            </svg>
            <span>{sayTurn(turn)}</span>{' '}
            <button type="button" onClick={() => onRaw(turn)} aria-label={`Raw bytes of turn ${turn.turn + 1}, try ${turn.attempt}`}>
              Raw bytes
            </button>
          </li>
        ))}
      </ol>
      <p className="bl-note">{`0 to ${sayDuration(end)} since the trial began${hasServerClock ? '; queue = time to first token less the server’s own prefill' : '; the server does not tell its prefill apart'}`}</p>
    </div>
  );
};
