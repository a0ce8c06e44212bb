import { Problem } from '../../shell/problem.tsx';
import { useSweepPreview, type SweepAsk } from './data.ts';

/** The commands that a sweep will run, before it is started. */
export const SweepPreviewList = ({ ask }: { ask: SweepAsk | null }) => {
  const { data, error } = useSweepPreview(ask);
  if (ask === null) return null;
  if (error !== null) return <Problem error={error} />;
  const starts = data?.settings.filter((one) => one.starts !== null) ?? [];
  if (data === undefined || data.settings.length === 0) return null;
  return (
    <details className="stacks-preview" open={starts.length > 0}>
      <summary>{starts.length > 0 ? 'What is started, word by word, without a shell' : 'Commands of the settings'}</summary>
      <ol>
        {data.settings.map(({ label, command, starts: words }) => (
          <li key={label}>
            {label}
            <code className="lab-command">{words ?? command}</code>
          </li>
        ))}
      </ol>
      {starts.length === 0 ? null : (
        <p className="lab-note">PORT is a free port of this machine. Each server is stopped when its run has ended; no other is touched.</p>
      )}
    </details>
  );
};
