import type { IRegularForbiddenRuleType } from 'dependency-cruiser';
import { engineArrows, entryArrows, listFolders, terminalPackages, workspaceArrows } from './table.ts';

const alternatives = (names: readonly string[]): string => `(?:${names.map((name) => name.replaceAll('.', '\\.')).join('|')})`;

const otherThan = <Name extends string>(all: readonly Name[], allowed: readonly string[]): Name[] =>
  all.filter((name) => !allowed.includes(name));

const forbid = (name: string, rule: Pick<IRegularForbiddenRuleType, 'comment' | 'from' | 'to'>): IRegularForbiddenRuleType => ({
  name,
  severity: 'error',
  ...rule,
});

const workspaces = Object.keys(workspaceArrows);
const engineFolders = Object.keys(engineArrows);

/** Tests of a list play its entries through other parts, so folder arrows do not bind them. */
const tests = '\\.test\\.tsx?$|/conformance(?:-subject)?\\.ts$';

const workspaceRules = Object.entries(workspaceArrows).map(([workspace, allowed]) =>
  forbid(`${workspace} → ${allowed.length === 0 ? 'nothing' : allowed.join(', ')}`, {
    comment: 'ARCHITECTURE.md, arrows between workspaces',
    from: { path: `^${workspace}/` },
    to: { path: `^${alternatives(otherThan(workspaces, [workspace, ...allowed]))}/` },
  }),
);

const engineRules = Object.entries(engineArrows).map(([folder, allowed]) =>
  forbid(`engine/${folder} → ${['spec', ...allowed].join(', ')}`, {
    comment: 'ARCHITECTURE.md, arrows inside the engine',
    from: { path: `^engine/src/${folder}/`, pathNot: tests },
    to: { path: `^engine/src/(?:${alternatives(otherThan(engineFolders, [folder, ...allowed]))}/|index\\.ts$)` },
  }),
);

const siblingRules = listFolders.map((folder) =>
  forbid(`engine/${folder}: entries never import each other`, {
    comment: 'What two entries share moves to kit/ at its third use',
    from: { path: `^engine/src/${folder}/([^/]+)/`, pathNot: `${tests}|^engine/src/${alternatives(Object.keys(entryArrows))}/` },
    to: { path: `^engine/src/${folder}/`, pathNot: `^engine/src/${folder}/$1/` },
  }),
);

const entryRules = Object.entries(entryArrows).map(([entry, allowed]) => {
  const [folder = '', id = ''] = entry.split('/');
  return forbid(`engine/${entry} → ${allowed.join(', ')}`, {
    comment: 'The entries of its list that an entry may build on stand in scripts/arrows/table.ts',
    from: { path: `^engine/src/${entry}/`, pathNot: tests },
    to: { path: `^engine/src/${folder}/`, pathNot: `^engine/src/${folder}/${alternatives([id, ...allowed])}/` },
  });
});

/** Also used for workspaces, whose links npm makes whether they are declared or not. */
export const declaredRule = {
  name: 'packages are declared',
  comment: 'Add the package, with its exact version, to the package.json of the workspace that imports it',
};

/** Every rule that an import can break. `arrows.test.ts` plants one bad import for each. */
export const rules: IRegularForbiddenRuleType[] = [
  ...workspaceRules,
  ...engineRules,
  ...siblingRules,
  ...entryRules,
  forbid('engine/src has only the folders of the table', {
    comment: 'A new folder needs its line in scripts/arrows/table.ts and in ARCHITECTURE.md',
    from: { path: '^engine/src/', pathNot: `^engine/src/(?:${alternatives(engineFolders)}/|[^/]+\\.ts$)` },
    to: {},
  }),
  forbid('workspaces by their door', {
    comment:
      'Import `@benchloop/<workspace>`, never a file inside it; the words of `spec` may be imported one by one, and `@benchloop/ui/report` writes files on Node',
    from: { path: `^(${alternatives(workspaces)})/` },
    to: {
      path: `^${alternatives(workspaces)}/`,
      pathNot: `^(?:$1/|spec/src/|ui/src/report\\.ts$|${alternatives(workspaces)}/src/index\\.ts$)`,
    },
  }),
  forbid('pages draw, they write no files', {
    comment: '`@benchloop/ui` runs in browsers; what needs Node stands behind `@benchloop/ui/report`',
    from: { path: '^(?:dashboard|ui)/src/', pathNot: `^ui/src/report(?:\\.ts$|/)|${tests}` },
    to: { path: '^ui/src/report(?:\\.ts$|/)' },
  }),
  forbid('end-to-end tests by the doors', {
    comment: 'tests/ drives the built program and the public doors only',
    from: { path: '^tests/' },
    to: { path: `^${alternatives(workspaces)}/`, pathNot: '^spec/src/|/src/index\\.ts$' },
  }),
  forbid('engine and spec do not draw', {
    comment: 'The engine speaks in events, screens listen',
    from: { path: '^(?:engine|spec)/' },
    to: { path: `(?:^|/)node_modules/${alternatives(terminalPackages)}/` },
  }),
  forbid('spec imports only the schema library', {
    comment: 'Contracts hold no behavior',
    from: { path: '^spec/src/', pathNot: tests },
    to: { path: '(?:^|/)node_modules/', pathNot: '(?:^|/)node_modules/zod/' },
  }),
  forbid('spec imports no Node module', {
    comment: 'Contracts are read in browsers too',
    from: { path: '^spec/src/', pathNot: tests },
    to: { dependencyTypes: ['core'] },
  }),
  forbid('no import cycle', { comment: 'Also type-only cycles', from: {}, to: { circular: true } }),
  forbid('imports exist', { comment: 'The imported file or package was not found', from: {}, to: { couldNotResolve: true } }),
  forbid(declaredRule.name, {
    comment: declaredRule.comment,
    from: { path: `^${alternatives(workspaces)}/src/`, pathNot: tests },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
  }),
];
