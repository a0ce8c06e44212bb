import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Model, PreflightFinding } from '@benchloop/spec';
import { root } from '../../scripts/kit/root.ts';
import { features, triedServersFile, triedServersSchema, type TriedServer } from '../../scripts/servers/features.ts';
import { runCli } from './cli.ts';

/** True where a person asks for the page about servers to be made anew: `BENCHLOOP_RECORD=1`. */
export const isRecording = process.env['BENCHLOOP_RECORD'] === '1';

export type RecordedStack = Omit<TriedServer, 'abilities' | 'features'> & { flags: readonly string[] };

/** A plan that minds times, schemas and, by its temperature, the seed, and fits a context of 4096 tokens. */
const plan = ['--suites', 'speed,dataextract', '--max-tokens', '256', '--temperature', '1'];

/** What `bench-loop preflight` says of a stack. */
export const preflightOf = async ({ flags, ...stack }: RecordedStack, home: string): Promise<TriedServer> => {
  const { stdout, stderr } = await runCli(['preflight', ...plan, '--json', ...flags], home);
  if (stdout === '') throw new Error(`preflight said nothing of ${stack.name}: ${stderr}`);
  const { model, findings } = JSON.parse(stdout) as { model: Model; findings: PreflightFinding[] };
  const seen = findings
    .filter(({ id }) => features.some(({ check }) => check === id))
    .map(({ id, level, what }) => [id, { level, what }] as const);
  const { tools, thinking } = model.capabilities;
  return { ...stack, abilities: { tools, thinking }, features: Object.fromEntries(seen) };
};

/** Adds what was seen to what was recorded before of other servers. */
export const writeTriedServers = async (seen: readonly TriedServer[]): Promise<void> => {
  const path = join(root, triedServersFile);
  const before = await readFile(path, 'utf8').then(
    (text) => triedServersSchema.parse(JSON.parse(text)).servers,
    () => [],
  );
  const kept = before.filter(({ name }) => !seen.some((server) => server.name === name));
  const servers = [...kept, ...seen].toSorted((a, b) => a.name.localeCompare(b.name));
  await writeFile(path, `${JSON.stringify({ servers }, null, 2)}\n`);
};
