import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Link, useParams } from '@tanstack/react-router';
import type { TrialRow, TrialStory, TrialTurn } from '@benchloop/spec';
import { onOneLine } from '@benchloop/ui';
import { useFocusReturn } from '../../lab/use-focus.ts';
import { Empty, Loading, Problem } from '../../shell/problem.tsx';
import { useJobOfRun } from '../run/data.ts';
import { RunProblem } from '../run/run-problem.tsx';
import { Conversation } from './conversation.tsx';
import { useStory, useTrials, useWire, type WireOfTurn } from './data.ts';
import { Evidence } from './evidence.tsx';
import { filterTrials, isFailed, nextFailed, type TrialFilter } from './filter-trials.ts';
import { blocksOf, type StoryBlock } from './story-rows.ts';
import { TrialFilters } from './trial-filters.tsx';
import { TrialList } from './trial-list.tsx';
import { useTraceAddress } from './use-address.ts';
import './trace.css';

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** `j` and `k` go through the trials, `n` to the next failed one. */
const useKeys = (rows: readonly TrialRow[], place: number, onSelect: (place: number) => void): void => {
  useEffect(() => {
    const take = (event: KeyboardEvent): void => {
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      const next =
        event.key === 'j'
          ? Math.min(rows.length - 1, place + 1)
          : event.key === 'k'
            ? Math.max(0, place - 1)
            : event.key === 'n'
              ? nextFailed(rows, place)
              : -1;
      if (next >= 0) onSelect(next);
    };
    window.addEventListener('keydown', take);
    return () => window.removeEventListener('keydown', take);
  }, [rows, place, onSelect]);
};

const wireBlocks = (data: { request: string | null; reply: string; status: number | null; contentType: string | null }): StoryBlock[] => [
  {
    id: 'request',
    kind: 'user',
    title: 'request as sent',
    parts: [{ label: null, text: data.request ?? 'This engine has no wire.' }],
    opensFolded: false,
  },
  {
    id: 'reply',
    kind: 'assistant',
    title: ['reply as it came', data.status === null ? '' : `status ${data.status}`, onOneLine(data.contentType ?? '')]
      .filter((part) => part !== '')
      .join(', '),
    parts: [{ label: null, text: data.reply === '' ? '(nothing came)' : data.reply }],
    opensFolded: false,
  },
];

const Wire = ({ runId, of, onClose }: { runId: string; of: WireOfTurn; onClose: () => void }) => {
  const { data, error } = useWire(runId, of);
  useFocusReturn();
  const name = `${of.trialId}, raw bytes of turn ${of.turn + 1}`;
  const blocks = useMemo(() => (data === undefined ? [] : wireBlocks(data)), [data]);
  return (
    <div className="trace-middle">
      <p className="trace-bar">
        <button type="button" autoFocus onClick={onClose}>
          Back to the conversation
        </button>
        <span>{onOneLine(name)}</span>
      </p>
      {error === null ? (
        data === undefined ? (
          <Loading what="the bytes" />
        ) : (
          <Conversation blocks={blocks} name={name} />
        )
      ) : (
        <Problem error={error} />
      )}
    </div>
  );
};

const Story = ({ runId, story }: { runId: string; story: TrialStory }) => {
  const [raw, setRaw] = useState<WireOfTurn | null>(null);
  const trialId = story.trial.id;
  const blocks = useMemo(() => blocksOf(story), [story]);
  const showRaw = ({ turn, attempt }: TrialTurn): void => setRaw({ trialId, turn, attempt });
  return (
    <>
      {raw !== null && raw.trialId === trialId ? (
        <Wire runId={runId} of={raw} onClose={() => setRaw(null)} />
      ) : (
        <div className="trace-middle">
          {story.missing === null ? null : (
            <p className="trace-warn" role="status">
              {story.missing}
            </p>
          )}
          <Conversation blocks={blocks} name={trialId} />
        </div>
      )}
      <Evidence runId={runId} story={story} onRaw={showRaw} />
    </>
  );
};

const Viewer = ({ runId, trials }: { runId: string; trials: readonly TrialRow[] }) => {
  const { trial, filter, open, change } = useTraceAddress(runId);
  const deferred = useDeferredValue(filter);
  const rows = useMemo(() => filterTrials(trials, deferred), [trials, deferred]);
  const first = useMemo(() => rows.find(isFailed) ?? rows[0], [rows]);
  const selected = trial ?? first?.id ?? null;
  const place = useMemo(() => rows.findIndex(({ id }) => id === selected), [rows, selected]);
  const select = (next: number): void => {
    const id = rows[next]?.id;
    if (id !== undefined) open(id);
  };
  const keeps = (next: TrialFilter): boolean => filterTrials(trials, next).some(({ id }) => id === trial);
  useKeys(rows, place, select);
  const story = useStory(runId, selected);
  return (
    <div className="trace-page">
      <div className="trace-left">
        <h1>
          <Link to="/runs/$runId" params={{ runId }}>
            Run
          </Link>
          {rows.length === trials.length ? `, ${trials.length} trials` : `, ${rows.length} of ${trials.length} trials`}
        </h1>
        <TrialFilters all={trials} filter={deferred} text={filter.text} onChange={(part) => change(part, keeps)} />
        {rows.length === 0 ? (
          <p className="bl-muted">No trial fits the filter.</p>
        ) : (
          <TrialList rows={rows} place={place} onSelect={select} />
        )}
        <p className="trace-keys">
          <span>
            <kbd>j</kbd> <kbd>k</kbd> next and previous
          </span>
          <button type="button" onClick={() => select(nextFailed(rows, place))} disabled={nextFailed(rows, place) < 0}>
            Next failed <kbd>n</kbd>
          </button>
        </p>
      </div>
      {story.error !== null ? (
        <Problem error={story.error} onRetry={() => void story.refetch()} />
      ) : story.data === undefined ? (
        <Loading what="the conversation" />
      ) : (
        <Story runId={runId} story={story.data} />
      )}
    </div>
  );
};

/** Trials left, conversation in the middle, evidence right. */
export const TracePage = () => {
  const { runId = '' } = useParams({ strict: false }) as { runId?: string };
  const job = useJobOfRun(runId);
  const { data, error, refetch } = useTrials(runId, job?.state === 'running');
  if (error !== null) return <RunProblem title="Trials" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading what="the trials" />;
  if (data.trials.length === 0)
    return (
      <Empty isPage title="No trial has ended yet">
        <Link to="/runs/$runId" params={{ runId }}>
          Back to the run
        </Link>
      </Empty>
    );
  return <Viewer runId={runId} trials={data.trials} />;
};
