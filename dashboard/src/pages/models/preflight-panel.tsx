import type { PreflightAnswer } from '@benchloop/spec';
import { onOneLine } from '@benchloop/ui';
import { useFocusReturn } from '../../lab/use-focus.ts';
import { NextStep, Problem } from '../../shell/problem.tsx';

const verdictOf = ({ findings }: PreflightAnswer): string => {
  const count = (level: string) => findings.filter((finding) => finding.level === level).length;
  const [impossible, problems] = [count('impossible'), count('problem')];
  if (impossible > 0) return `This stack can’t do ${impossible} of the things that the plan needs.`;
  if (problems > 0) return `The plan can run; ${problems} of the findings make its results doubtful.`;
  return 'This stack can do what the plan needs.';
};

const Finding = ({ finding }: { finding: PreflightAnswer['findings'][number] }) => (
  <li className={`app-finding app-finding-${finding.level}`}>
    <span className="app-finding-level">{finding.level}</span>
    <div>
      <strong>{finding.title}</strong>
      <p>{onOneLine(finding.what)}</p>
      {finding.level === 'ok' ? null : <p>{onOneLine(finding.why)}</p>}
      {finding.level === 'ok' || finding.remedy === null ? null : (
        <div className="app-remedy">
          <NextStep step={onOneLine(finding.remedy)} />
        </div>
      )}
    </div>
  </li>
);

/** Takes the focus, since the panel may stand far above the button that opened it. */
const PanelHead = ({ name, onClose }: { name: string; onClose: () => void }) => {
  useFocusReturn();
  return (
    <div className="app-panel-head">
      <h2>Preflight of {onOneLine(name)}</h2>
      <button type="button" autoFocus onClick={onClose}>
        Close
      </button>
    </div>
  );
};

type PreflightPanelProps = {
  name: string;
  state: { isPending: boolean; error: Error | null; data: PreflightAnswer | undefined };
  onClose: () => void;
};

/** What a check of a stack found, and the setting that changes it. */
export const PreflightPanel = ({ name, state: { isPending, error, data }, onClose }: PreflightPanelProps) => (
  <section className="app-panel" aria-label={`Preflight of ${onOneLine(name)}`} aria-live="polite">
    <PanelHead key={name} name={name} onClose={onClose} />
    {isPending ? (
      <p role="status">Asking the model a few short questions; no trial is run. A model that is not loaded yet takes longer.</p>
    ) : null}
    {error === null ? null : <Problem error={error} />}
    {data === undefined ? null : (
      <>
        <p>{verdictOf(data)}</p>
        <ul className="app-findings">
          {data.findings.map((finding) => (
            <Finding key={`${finding.id} ${finding.what}`} finding={finding} />
          ))}
        </ul>
      </>
    )}
  </section>
);
