import { useMemo } from 'react';
import type { StateChange, TrialStudy } from '@benchloop/spec';
import { onOneLine, showHidden } from '@benchloop/ui';
import { lineDiff, nearChanges } from './line-diff.ts';

const linesAround = 3;
const mostLines = 400;
const mostShown = 60;
const marks = { same: ' ', removed: '-', added: '+' } as const;
const words = { same: '', removed: 'before: ', added: 'after: ' } as const;

const Change = ({ change: { place, before, after } }: { change: StateChange }) => {
  const lines = useMemo(() => nearChanges(lineDiff(before, after), linesAround), [before, after]);
  const kind = before === null ? 'new' : after === null ? 'gone' : 'changed';
  return (
    <li>
      <p className="trace-label">{`${onOneLine(place)}, ${kind}`}</p>
      <pre className="trace-diff" tabIndex={0} aria-label={`${onOneLine(place)}, before and after`}>
        {lines.slice(0, mostLines).map((line, at) =>
          line.kind === 'left-out' ? (
            <span key={at} className="trace-diff-left-out">{`… ${line.count} lines as before\n`}</span>
          ) : (
            <span key={at} className={`trace-diff-${line.kind}`}>
              <span className="bl-hidden">{words[line.kind]}</span>
              {`${marks[line.kind]} `}
              {showHidden(line.text)}
              {'\n'}
            </span>
          ),
        )}
      </pre>
      {lines.length > mostLines ? <p className="bl-note">{`${lines.length - mostLines} more lines are left out.`}</p> : null}
    </li>
  );
};

/** What an attempt left otherwise in the world of its task: files, rows, orders, mails. */
export const WorldChanges = ({ world: { id, changes, complete } }: { world: NonNullable<TrialStudy['world']> }) => (
  <section aria-label="World before and after">
    <h3>World before and after</h3>
    <p className="bl-note">
      {complete ? `World ${onOneLine(id)}.` : `World ${onOneLine(id)}, as far as the attempt came.`}
      {changes.length === 0
        ? ' Nothing in it was changed.'
        : ` ${changes.length} ${changes.length === 1 ? 'place differs' : 'places differ'}.`}
    </p>
    <ul className="trace-changes">
      {changes.slice(0, mostShown).map((change) => (
        <Change key={change.place} change={change} />
      ))}
    </ul>
    {changes.length > mostShown ? <p className="bl-note">{`and ${changes.length - mostShown} more`}</p> : null}
  </section>
);
