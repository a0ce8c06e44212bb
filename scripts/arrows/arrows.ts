import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ICruiseResult } from 'dependency-cruiser';
import { declaredRule, rules } from './rules.ts';

const cruiser = fileURLToPath(new URL('../../node_modules/dependency-cruiser/bin/dependency-cruise.mjs', import.meta.url));
const readTsx = fileURLToPath(new URL('./read-tsx.cjs', import.meta.url));
const roots = ['spec', 'engine', 'cli', 'ui', 'dashboard', 'hub', 'docs', 'tests', 'scripts', 'bench'];
const outputLimitBytes = 256 * 1024 * 1024;

const settings = {
  forbidden: rules,
  options: {
    // The compiler has no JavaScript API any more; swc also sees type-only imports.
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(?:^|/)(?:dist|fixtures)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};

/** One broken arrow: the rule, who imports, and what. */
export type BrokenArrow = { rule: string; from: string; to: string; comment: string };

const cruise = (baseDir: string, config: string): Promise<ICruiseResult> =>
  new Promise((resolve, reject) => {
    const args = [
      '--require',
      readTsx,
      cruiser,
      '--config',
      config,
      '--output-type',
      'json',
      ...roots.filter((root) => existsSync(join(baseDir, root))),
    ];
    execFile(process.execPath, args, { cwd: baseDir, maxBuffer: outputLimitBytes }, (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(`dependency-cruiser gave no result: ${stderr || (error?.message ?? '')}`));
      else resolve(JSON.parse(stdout) as ICruiseResult);
    });
  });

const declaredBy = (baseDir: string, workspace: string): string[] => {
  const text = readFileSync(join(baseDir, workspace, 'package.json'), 'utf8');
  return Object.keys((JSON.parse(text) as { dependencies?: Record<string, string> }).dependencies ?? {});
};

/** npm links every workspace at the root, so an undeclared one resolves; the manifest has to be read. */
const undeclaredWorkspaces = (baseDir: string, { modules }: ICruiseResult): BrokenArrow[] =>
  modules.flatMap(({ source, dependencies }) => {
    const workspace = source.split('/')[0] ?? '';
    const imported = dependencies.filter(({ module }) => module.startsWith('@benchloop/'));
    if (imported.length === 0 || !existsSync(join(baseDir, workspace, 'package.json'))) return [];
    const declared = declaredBy(baseDir, workspace);
    return imported
      .filter(({ module }) => !declared.includes(module.split('/').slice(0, 2).join('/')))
      .map(({ module }) => ({ rule: declaredRule.name, from: source, to: module, comment: declaredRule.comment }));
  });

/** Every import below `baseDir` that an arrow forbids. Paths are relative to it, with forward slashes. */
export const findBrokenArrows = async (baseDir: string): Promise<{ files: number; broken: BrokenArrow[] }> => {
  const folder = await mkdtemp(join(tmpdir(), 'arrows-'));
  try {
    const config = join(folder, 'rules.json');
    await writeFile(config, JSON.stringify(settings));
    const result = await cruise(baseDir, config);
    const { summary } = result;
    const comments = new Map(rules.map((rule) => [rule.name, rule.comment ?? '']));
    const broken = summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to, comment: comments.get(rule.name) ?? '' }));
    return { files: summary.totalCruised, broken: [...broken, ...undeclaredWorkspaces(baseDir, result)] };
  } finally {
    await rm(folder, { recursive: true });
  }
};
