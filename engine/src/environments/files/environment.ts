import { z } from 'zod';
import { WorldError } from '../../kit/world/world.ts';
import { calculatorTool } from '../../kit/world/calculator.ts';
import { createPlainWorld, toolOf, type PlainTool } from '../../kit/world/plain-world.ts';

/** Files by absolute path; a folder exists while a file lies below it. */
export const filesStateSchema = z.strictObject({ files: z.record(z.string().regex(/^(?:\/[^/\s]+)+$/), z.string()) });
export type FilesState = z.infer<typeof filesStateSchema>;

export const entriesPerPage = 20;
export const linesPerPage = 40;
const textMax = 20_000;

const pathOf = (value: unknown): string => {
  const path = String(value);
  if (!/^(?:\/[^/\s]+)+$/.test(path) || path.split('/').some((part) => part === '..' || part === '.'))
    throw new WorldError(`${JSON.stringify(path.slice(0, 200))} is no absolute path such as /notes/plan.txt`);
  return path;
};

const folderOf = (value: unknown): string => {
  const text = String(value);
  return text === '/' || text === '' ? '' : pathOf(text.replace(/\/$/, ''));
};

const textOf = ({ files }: FilesState, path: string): string => {
  if (Object.hasOwn(files, path)) return files[path] as string;
  const isFolder = Object.keys(files).some((one) => one.startsWith(`${path}/`));
  throw new WorldError(isFolder ? `${path} is a folder` : `there is no file ${path}`);
};

/** Where a new file may lie: not on a folder, not below a file. */
const freePlace = ({ files }: FilesState, path: string): string => {
  if (Object.hasOwn(files, path)) throw new WorldError(`${path} exists already`);
  for (const one of Object.keys(files)) {
    if (one.startsWith(`${path}/`)) throw new WorldError(`${path} is a folder`);
    if (path.startsWith(`${one}/`)) throw new WorldError(`${one} is a file, not a folder`);
  }
  return path;
};

const pageOf = (items: readonly string[], page: unknown, size: number): string => {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const at = typeof page === 'number' ? page : 1;
  if (at < 1 || at > pages) throw new WorldError(`there is no page ${at}; the last is ${pages}`);
  const shown = items.slice((at - 1) * size, at * size);
  return [...shown, ...(pages > 1 ? [`[page ${at} of ${pages}]`] : [])].join('\n');
};

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const text = { type: 'string' };
const page = { type: 'integer', description: 'from 1; the first page if left out', minimum: 1 };
const path = (what: string) => ({ type: 'string', description: what });

const tools: readonly PlainTool<FilesState>[] = [
  {
    definition: toolOf(
      'list_files',
      `Lists a folder: names of files with their size in characters, names of folders with a slash at the end. ${entriesPerPage} entries on a page, by name.`,
      {
        folder: path('absolute path of a folder; / is the top'),
        'page?': page,
      },
    ),
    changes: false,
    run: ({ files }, { folder, page: at }) => {
      const place = `${folderOf(folder)}/`;
      const below = Object.keys(files).filter((one) => one.startsWith(place));
      if (below.length === 0) throw new WorldError(`there is no folder ${place}`);
      const names = below.map((one) => {
        const [name = '', ...rest] = one.slice(place.length).split('/');
        return rest.length > 0 ? `${name}/` : `${name} (${files[one]?.length ?? 0})`;
      });
      return pageOf([...new Set(names)].sort(byName), at, entriesPerPage);
    },
  },
  {
    definition: toolOf('read_file', `Reads a file. ${linesPerPage} lines on a page.`, {
      path: path('absolute path of the file'),
      'page?': page,
    }),
    changes: false,
    run: (state, given) => {
      const content = textOf(state, pathOf(given['path']));
      return content === '' ? '[the file is empty]' : pageOf(content.replace(/\n$/, '').split('\n'), given['page'], linesPerPage);
    },
  },
  {
    definition: toolOf(
      'search_files',
      `Finds lines that contain a text, letter by letter, in all files below a folder. ${entriesPerPage} hits on a page.`,
      {
        text: { ...text, description: 'the text to find' },
        folder: path('absolute path of a folder; / is the top'),
        'page?': page,
      },
    ),
    changes: false,
    run: ({ files }, { text: wanted, folder, page: at }) => {
      const place = `${folderOf(folder)}/`;
      if (wanted === '') throw new WorldError('the text to find is empty');
      const hits = Object.keys(files)
        .filter((one) => one.startsWith(place))
        .sort(byName)
        .flatMap((one) =>
          (files[one] ?? '').split('\n').flatMap((line, index) => (line.includes(String(wanted)) ? [`${one}:${index + 1}: ${line}`] : [])),
        );
      return hits.length === 0 ? 'no line contains this text' : pageOf(hits, at, entriesPerPage);
    },
  },
  {
    definition: toolOf(
      'write_file',
      'Writes a text into a file. "create" makes a new file and fails if there is one, "replace" puts the text in place of the old one, "append" adds lines at the end of the file.',
      {
        path: path('absolute path of the file'),
        text: { ...text, description: 'the text, lines separated by line breaks' },
        mode: { type: 'string', enum: ['create', 'replace', 'append'] },
      },
    ),
    changes: true,
    run: (state, given) => {
      const at = pathOf(given['path']);
      const body = `${String(given['text']).replace(/\n+$/, '')}\n`;
      if (given['mode'] === 'create') state.files[freePlace(state, at)] = body;
      else state.files[at] = given['mode'] === 'replace' ? (textOf(state, at), body) : textOf(state, at) + body;
      if ((state.files[at]?.length ?? 0) > textMax) throw new WorldError(`a file holds at most ${textMax} characters`);
      return `written: ${at}`;
    },
  },
  {
    definition: toolOf('move_file', 'Moves or renames a file. Folders of the new path are made. Fails if the new path is taken.', {
      from: path('absolute path of the file'),
      to: path('absolute path that the file gets, its name included'),
    }),
    changes: true,
    run: (state, given) => {
      const [from, to] = [pathOf(given['from']), pathOf(given['to'])];
      const body = textOf(state, from);
      state.files[freePlace(state, to)] = body;
      delete state.files[from];
      return `moved: ${from} to ${to}`;
    },
  },
  {
    definition: toolOf('delete_file', 'Deletes a file for good.', { path: path('absolute path of the file') }),
    changes: true,
    run: (state, given) => {
      const at = pathOf(given['path']);
      textOf(state, at);
      delete state.files[at];
      return `deleted: ${at}`;
    },
  },
];

/** Text files in folders: list, read, search, write, move, delete. */
export const filesWorld = createPlainWorld({ id: 'files', stateSchema: filesStateSchema, tools: [...tools, calculatorTool] });
