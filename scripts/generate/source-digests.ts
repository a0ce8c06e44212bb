import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { walkFiles } from '../kit/walk-files.ts';

const kinds = ['scorers', 'suites', 'harnesses'] as const;

const isSource = (file: string): boolean =>
  !/(?:\.test\.tsx?|(?:^|\/)conformance\.ts|\.md)$|(?:^|\/)(?:_blueprint|fixtures|transcripts)\//.test(file);

/** Files per entry, such as `scorers/exact`: paths from the root, sorted. */
const entryFiles = async (root: string): Promise<Map<string, string[]>> => {
  const entries = new Map<string, string[]>();
  for (const kind of kinds) {
    for (const file of (await walkFiles(join(root, 'engine/src', kind))).filter(isSource)) {
      const [id] = file.split('/');
      if (id === undefined || id === file) continue;
      const key = `${kind}/${id}`;
      entries.set(key, [...(entries.get(key) ?? []), `engine/src/${kind}/${file}`]);
    }
  }
  return entries;
};

type Graph = Metafile['inputs'];

/** What the files import by value, read from esbuild; imports of types and packages are left out. */
const bundledGraph = async (root: string, files: string[]): Promise<Graph> => {
  const { metafile } = await build({
    entryPoints: files,
    absWorkingDir: root,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    metafile: true,
    write: false,
    outdir: 'unused',
    logLevel: 'silent',
    loader: { '.txt': 'text' },
  });
  return metafile.inputs;
};

/** Files that a source names as `new URL('./x.ts', import.meta.url)`: what it starts as a worker or a child, or reads. */
const namedFiles = async (root: string, file: string): Promise<string[]> => {
  const text = await readFile(join(root, file), 'utf8');
  const named = [...text.matchAll(/\bnew URL\(\s*['"](\.{1,2}\/[^'"]+)['"],\s*import\.meta\.url,?\s*\)/g)].map(([, path = '']) =>
    posix.join(posix.dirname(file), path),
  );
  const found = await Promise.all(named.map(async (path) => (await stat(join(root, path)).catch(() => null))?.isFile() === true));
  return named.filter((_path, at) => found[at]);
};

/** What the files import or name, and what those do in turn: a process of its own judges as much as an import. */
const importGraph = async (root: string, files: string[]): Promise<Graph> => {
  const named = new Map<string, string[]>();
  const entries = new Set(files);
  for (;;) {
    const graph = await bundledGraph(root, [...entries]);
    const before = entries.size;
    for (const file of Object.keys(graph)) {
      if (!named.has(file)) named.set(file, await namedFiles(root, file));
      for (const path of named.get(file) ?? []) if (path.endsWith('.ts')) entries.add(path);
    }
    if (entries.size > before) continue;
    return Object.fromEntries(
      Object.entries(graph).map(([file, input]) => [
        file,
        { ...input, imports: [...input.imports, ...(named.get(file) ?? []).map((path) => ({ path, kind: 'import-statement' as const }))] },
      ]),
    );
  }
};

const packageName = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

const pinnedVersions = async (root: string): Promise<Record<string, string>> => {
  const text = await readFile(join(root, 'engine/package.json'), 'utf8');
  return (JSON.parse(text) as { dependencies?: Record<string, string> }).dependencies ?? {};
};

/** Packages that the files import, with their pinned versions: another version may judge otherwise. */
const packagesOf = (graph: Graph, files: string[], versions: Record<string, string>): string[] => {
  const names = files.flatMap((file) =>
    (graph[file]?.imports ?? []).filter(({ external }) => external === true).map(({ path }) => packageName(path)),
  );
  return [...new Set(names)]
    .filter((name) => name in versions)
    .map((name) => `${name}@${versions[name]}`)
    .toSorted();
};

const reachable = (graph: Graph, files: string[]): string[] => {
  const seen = new Set(files);
  for (const file of seen) {
    for (const { path, external } of graph[file]?.imports ?? []) if (external !== true) seen.add(path);
  }
  return [...seen].toSorted();
};

const digestOfFiles = async (root: string, files: string[], packages: string[]): Promise<string> => {
  const hash = createHash('sha256').update(`${packages.join('\n')}\n`);
  for (const file of files) {
    const content = (await readFile(join(root, file), 'utf8')).replaceAll('\r\n', '\n');
    hash.update(`${file}\n${Buffer.byteLength(content)}\n${content}`);
  }
  return `sha256:${hash.digest('hex')}`;
};

/** Paths of all files that are a part of one entry, such as `suites/agent`, sorted. */
export const sourceFilesOf = async (root: string, entry: string): Promise<string[]> => {
  const files = (await entryFiles(root)).get(entry) ?? [];
  return reachable(
    await importGraph(
      root,
      files.filter((file) => file.endsWith('.ts')),
    ),
    files,
  );
};

export type SourceDigests = Record<(typeof kinds)[number], Record<string, string>>;

/** SHA-256 per scorer, suite and harness over its files and all that they import or start, tests and texts left out. */
export const computeSourceDigests = async (root: string): Promise<SourceDigests> => {
  const entries = await entryFiles(root);
  const graph = await importGraph(
    root,
    [...entries.values()].flat().filter((file) => file.endsWith('.ts')),
  );
  const versions = await pinnedVersions(root);
  const digests: SourceDigests = { scorers: {}, suites: {}, harnesses: {} };
  for (const [key, files] of entries) {
    const [kind, id] = key.split('/') as [keyof SourceDigests, string];
    const all = reachable(graph, files);
    digests[kind][id] = await digestOfFiles(root, all, packagesOf(graph, all, versions));
  }
  return digests;
};

const record = (digests: Record<string, string>): string =>
  Object.entries(digests)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, digest]) => `    ${JSON.stringify(id)}: ${JSON.stringify(digest)},\n`)
    .join('');

/** The generated file: path to text. */
export const sourceDigestFiles = async (root: string): Promise<Map<string, string>> => {
  const digests = await computeSourceDigests(root);
  const text = [
    '/** SHA-256 of the source of each scorer, suite and harness with all that it imports or starts. Written by `npm run check -- --write`. */\n',
    'export const sourceDigests: Readonly<Record<"scorers" | "suites" | "harnesses", Readonly<Record<string, string>>>> = {\n',
    ...kinds.map((kind) => `  ${kind}: {\n${record(digests[kind])}  },\n`),
    '};\n',
  ].join('');
  return new Map([['engine/src/generated/source-digests.ts', text.replaceAll('"', "'")]]);
};
