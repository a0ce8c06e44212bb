import { UserError } from '@benchloop/spec';
import type { FoundServer } from '@benchloop/engine';
import type { CliCommand } from '../command.ts';
import { columns } from '../edge/columns.ts';
import { noteLine, printJson, printLine } from '../edge/print.ts';
import { saySource, sayTroubles } from '../edge/say-discovery.ts';

const cellsOf = (server: FoundServer): string[] => [
  server.title,
  server.endpoint,
  server.facts.version ?? 'unknown',
  String(server.models.filter(({ chats }) => chats).length),
  saySource(server.source),
];

const list = async (options: { json?: boolean }): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const home = engine.benchloopHome();
  const saved = await engine.listSavedEndpoints(home);
  const found = await engine.discoverServers({ home, env: process.env });
  if (options.json) return printJson({ saved, ...found });
  if (found.servers.length === 0)
    printLine('No server answers on this machine. Start one, or save the address of one elsewhere: bench-loop endpoints add URL');
  else for (const line of columns(['server', 'endpoint', 'version', 'models', 'known from'], found.servers.map(cellsOf))) printLine(line);
  for (const line of sayTroubles(found)) printLine(`! ${line}`);
  printLine('');
  if (saved.length === 0) printLine('No endpoint is saved.');
  for (const { name, url } of saved) printLine(`saved  ${name}  ${url}`);
};

/** The key itself, or one line of standard input for `-`, so that no history of commands holds it. */
const readKey = async (given: string): Promise<string> => {
  if (given !== '-') return given;
  if (process.stdin.isTTY) {
    const { isCancel, password } = await import('@clack/prompts');
    const typed = await password({ message: 'Key for this endpoint', output: process.stderr });
    if (isCancel(typed)) throw new UserError('No key was given; nothing is saved.', 'Add the endpoint again, with or without a key.');
    return typed;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
};

const add = async (url: string, options: { name?: string; apiKey?: string; json?: boolean }): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const home = engine.benchloopHome();
  const key = options.apiKey === undefined ? null : await readKey(options.apiKey);
  // A key that is none is refused before anything is saved.
  const kept = key === null ? null : await engine.saveKey({ endpoint: url, key, home });
  const saved = await engine.addSavedEndpoint(home, { url, name: options.name ?? null });
  for (const warning of kept?.warnings ?? []) noteLine(`! ${warning.message} ${warning.nextStep}`);
  if (options.json) return printJson({ ...saved, key: kept?.place ?? null });
  printLine(
    `Saved ${saved.url} as ${saved.name}${kept === null ? '' : `; its key is in the ${kept.place === 'keychain' ? 'keychain' : 'key file'}`}.`,
  );
};

const remove = async (nameOrUrl: string, options: { json?: boolean }): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const home = engine.benchloopHome();
  const gone = await engine.removeSavedEndpoint(home, nameOrUrl);
  const hadKey = await engine.removeKey({ endpoint: gone.url, home });
  if (options.json) return printJson({ ...gone, keyRemoved: hadKey });
  printLine(`Removed ${gone.name} (${gone.url})${hadKey ? ' and its key' : ''}.`);
};

/** Lists the servers found and saved; saves and forgets addresses. */
export const createEndpointsCommand = (): CliCommand => ({
  name: 'endpoints',
  register: (program) => {
    const endpoints = program.command('endpoints').description('list the servers found here; save or forget addresses of others');
    endpoints
      .command('list', { isDefault: true })
      .description('list the servers that answer now, and the saved addresses')
      .option('--json', 'print JSON, with the evidence for each server’s kind')
      .action(list);
    endpoints
      .command('add')
      .argument('<url>', 'base URL of a server, with or without /v1')
      .description('save an address, so that it is found like a server on this machine')
      .option('--name <name>', 'name for it')
      .option('--api-key <key>', 'key for exactly this server, or - to type or pipe it; kept in the OS keychain')
      .option('--json', 'print JSON')
      .action(add);
    endpoints
      .command('remove')
      .argument('<name>', 'name or address')
      .description('forget a saved address and its key')
      .option('--json', 'print JSON')
      .action(remove);
  },
});
