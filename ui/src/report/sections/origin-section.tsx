import type { Manifest, PreflightFinding, Report } from '@benchloop/spec';
import { MachineLine } from '../../machine-line.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { onOneLine } from '../../words/format.ts';
import type { ReportData } from '../report-data.ts';

type ManifestSuite = Manifest['suites'][number];

const shortDigest = (digest: string): string => digest.replace(/^sha256:/, '').slice(0, 16);

const ManifestTable = ({ manifest }: { manifest: Manifest }) => (
  <DataTable<ManifestSuite>
    caption="Manifest: what makes two runs comparable"
    columns={[
      { id: 'suite', title: 'suite', cell: ({ id, version }) => `${id} ${version}` },
      { id: 'tasks', title: 'tasks', numeric: true, cell: ({ tasks, tasksInSuite }) => `${tasks.length} of ${tasksInSuite}` },
      { id: 'seed', title: 'seed', numeric: true, cell: ({ seed }) => String(seed) },
      { id: 'digest', title: 'digest', cell: ({ digest }) => <code title={digest}>{shortDigest(digest)}</code> },
      { id: 'scorer', title: 'scorer', cell: ({ scorer }) => `${scorer.id} ${scorer.version}` },
      {
        id: 'source',
        title: 'scorer source',
        cell: ({ scorer }) => <code title={scorer.sourceDigest}>{shortDigest(scorer.sourceDigest)}</code>,
      },
    ]}
    rows={manifest.suites}
    keyOf={({ id }) => id}
    density="compact"
    footnotes={['Digests are the first 16 hexadecimal digits of SHA-256; the whole ones are in the run folder.']}
  />
);

const PreflightTable = ({ findings }: { findings: readonly PreflightFinding[] }) => (
  <DataTable<PreflightFinding>
    caption="What the stack was proved to do before the first trial"
    columns={[
      { id: 'check', title: 'check', cell: ({ id }) => id },
      { id: 'level', title: 'level', cell: ({ level }) => level },
      { id: 'what', title: 'found', cell: ({ what }) => onOneLine(what) },
      { id: 'remedy', title: 'what changes it', cell: ({ remedy }) => onOneLine(remedy ?? '') },
    ]}
    rows={findings}
    keyOf={({ id }) => id}
    density="compact"
  />
);

const flagsOf = ({ run }: Report): string =>
  Object.entries(run.server?.flags ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');

/** Machine, model, server, settings and manifest: what the numbers belong to. */
export const OriginSection = ({ report, text }: ReportData) => {
  const { run } = report;
  const flags = onOneLine(flagsOf(report));
  return (
    <section aria-label="What the numbers belong to">
      <h2>What the numbers belong to</h2>
      {run.plan.place.value === 'remote' ? <p className="bl-muted">The model ran elsewhere; this is the machine that asked.</p> : null}
      <MachineLine machine={run.machine} />
      <h3>Stack and settings</h3>
      <dl className="facts">
        {[...text.facts, ...(flags === '' ? [] : [{ label: 'Flags', text: flags }])].map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.text}</dd>
          </div>
        ))}
      </dl>
      <h3>Comparability</h3>
      <ManifestTable manifest={run.manifest} />
      {run.preflight === undefined || run.preflight.length === 0 ? (
        <p className="bl-muted">Preflight: not run.</p>
      ) : (
        <PreflightTable findings={run.preflight} />
      )}
    </section>
  );
};
