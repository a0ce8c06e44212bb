import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PreflightLevel } from '@benchloop/spec';
import { features, triedServersFile, triedServersSchema, type TriedServer } from './features.ts';
import { caseTitles, recordedServers, type RecordedServer } from './recorded-shapes.ts';

const words: Record<PreflightLevel, string> = { ok: 'yes', note: 'not shown', problem: 'no', impossible: 'no' };
const none = '—';
const notWithModel = 'model cannot';

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
const columns = features.map(({ title }) => title);

const triedRow = ({ name, version, provider, abilities, features: seen }: TriedServer): string[] => [
  name,
  version,
  `\`${provider}\``,
  ...features.map(({ check, ability }) => {
    const level = seen[check]?.level;
    if (level === undefined) return none;
    return ability === null || abilities[ability] === 'yes' ? words[level] : notWithModel;
  }),
];

const remarks = ({ name, features: seen }: TriedServer): string =>
  [
    `**${name}**`,
    '',
    ...features.flatMap(({ title, check }) => (seen[check] === undefined ? [] : [`- ${title}: ${seen[check].what}`])),
  ].join('\n');

const recordedRow = ({ name, shapes }: RecordedServer): string[] => [
  name,
  ...features.map(({ check }) => {
    const titles = shapes[check] ?? [];
    const unknown = titles.filter((title) => !caseTitles.has(title));
    if (unknown.length > 0) throw new Error(`no conformance case is called: ${unknown.join('; ')}`);
    return titles.length === 0 ? none : titles.join('; ');
  }),
];

const intro = [
  '# Servers',
  '<!-- Generated from docs/servers.json and the conformance cases by `npm run check -- --write`; edits here are overwritten. -->',
  'What BenchLoop knows of the servers that it speaks to. `bench-loop preflight` says the same of your own.',
];

/** The page about servers, made from what the end-to-end tests recorded and from the conformance cases. */
export const serversPage = (servers: readonly TriedServer[]): string =>
  [
    ...intro,
    '## Tried',
    `These ran in our tests with ${[...new Set(servers.map(({ model }) => model))].join(', ')}, a small model. *Yes*: the check passed. *No*: the server refused or ignored it. *Not shown*: a short question did not show it. *Model cannot*: this model has no such ability, so nothing is known of the server; what it answered stands below.`,
    table(['server', 'version', 'provider', ...columns], servers.map(triedRow)),
    ...servers.map(remarks),
    '## Recorded shapes only',
    'These did not run in our tests. The cells name shapes in which they were reported to answer; each is a conformance case that is read right however its bytes are cut. Whether a setting takes effect there is left to the preflight.',
    table(['server', ...columns], recordedServers.map(recordedRow)),
  ].join('\n\n') + '\n';

/** The generated page: path to text; nothing where nothing was recorded. */
export const serversPages = async (root: string): Promise<Map<string, string>> => {
  const text = await readFile(join(root, triedServersFile), 'utf8').catch(() => null);
  if (text === null) return new Map();
  const { servers } = triedServersSchema.parse(JSON.parse(text));
  return new Map([['docs/servers.md', serversPage(servers)]]);
};
