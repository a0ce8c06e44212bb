import { useEffect, useRef } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { TrialRow } from '@benchloop/spec';
import { onOneLine, sayDuration, wordsOfOutcome } from '@benchloop/ui';

const rowPx = 44;

const Glyph = ({ row }: { row: TrialRow }) => {
  const { glyph, word } = wordsOfOutcome(row.outcome, row.passed);
  return (
    <span
      className={`trace-glyph bl-outcome-${row.outcome === 'scored' ? (row.passed === true ? 'passed' : 'failed') : row.outcome}`}
      title={word}
    >
      <span aria-hidden="true">{glyph}</span>
      <span className="bl-hidden">{word}</span>
    </span>
  );
};

type TrialListProps = { rows: readonly TrialRow[]; place: number; onSelect: (place: number) => void };

const keys: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowDown: (place, last) => Math.min(last, place + 1),
  ArrowUp: (place) => Math.max(0, place - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** The trials with their outcomes; only those that can be seen are in the page. */
export const TrialList = ({ rows, place, onSelect }: TrialListProps) => {
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => frame.current, estimateSize: () => rowPx, overscan: 12 });
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: 'auto' });
  }, [place, virtual]);
  const move = (event: React.KeyboardEvent): void => {
    const next = keys[event.key]?.(place, rows.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next);
  };
  return (
    <div
      ref={frame}
      className="trace-list"
      role="listbox"
      tabIndex={0}
      aria-label="Trials"
      aria-activedescendant={place < 0 ? undefined : `trial-${place}`}
      onKeyDown={move}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <div
              key={row.id}
              id={`trial-${index}`}
              role="option"
              aria-selected={index === place}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="trace-option"
              style={{ transform: `translateY(${start}px)`, height: rowPx }}
              onClick={() => onSelect(index)}
            >
              <Glyph row={row} />
              <span className="trace-task">{onOneLine(row.index === 0 ? row.taskId : `${row.taskId}, trial ${row.index + 1}`)}</span>
              <span className="trace-sub">{`${onOneLine(row.suiteId)}, ${row.difficulty}, ${sayDuration(row.durationMs)}`}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
};
