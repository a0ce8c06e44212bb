import { createHash } from 'node:crypto';
import * as engine from '@benchloop/engine';
import { UserError, type RunSettings } from '@benchloop/spec';
import { readModelFolders } from '../edge/config-file.ts';
import { withOwnSuites } from './own-suites.ts';

const prefix = 'disk:';

/** How a page names a file on disk: its name for people, and a digest of its place, which only the server can read. */
export const diskModelId = (name: string, path: string): string =>
  `${prefix}${name}#${createHash('sha256').update(path).digest('hex').slice(0, 16)}`;

/** The name in an id, for people; other names stay as they are. */
export const nameOfId = (id: string): string => (id.startsWith(prefix) ? id.slice(prefix.length).replace(/#[0-9a-f]{16}$/u, '') : id);

/** A run names a file without its ending. */
const plain = (name: string): string => name.replace(/\.gguf$/iu, '');

/** The file that an id means: by its name where no other has it, so that earlier runs of it are found. Throws `UserError` where it is gone. */
const modelOfId = async (home: string, id: string): Promise<string> => {
  const models = await engine.findModels(await readModelFolders(home), home, process.env);
  const found = models.find(({ name, path }) => diskModelId(name, path) === id);
  if (found !== undefined) {
    const isOnly = models.every(({ name, path }) => plain(name) !== plain(found.name) || path === found.path);
    return isOnly ? plain(found.name) : found.path;
  }
  throw new UserError('The model file is not where it was.', 'Open the page Models and choose one that is there.');
};

const mockOnly = new UserError(
  'The mock model is no model, and a chat or a sweep of it would say nothing.',
  'Choose a model of the page Models.',
);

/** Refuses the mock model outside demo data. Throws `UserError`. */
export const refuseMock = ({ provider }: Pick<RunSettings, 'provider'>, mayMock: boolean): void => {
  if (provider === 'mock' && !mayMock) throw mockOnly;
};

const looksLikePath = (text: string): boolean => /^(?:[~/\\]|\.{1,2}[\\/]|[a-z]:[\\/]|file:)/iu.test(text) || text.includes('\0');

const isForEngine = ({ endpoint, provider }: RunSettings): boolean => endpoint === undefined || provider === 'llama-cpp';

/** Refuses what a page may not name: a file or folder by its path. Throws `UserError`. */
export const checkSettings = (settings: RunSettings): RunSettings => {
  const { model = '', suites = '', 'draft-model': draft = '' } = settings;
  const isPath = (text: string): boolean =>
    looksLikePath(text) || (isForEngine(settings) && !text.startsWith(prefix) && /\.gguf$|[\\/]/iu.test(text));
  if ((isPath(model) || isPath(draft)) && settings.provider !== 'mock')
    throw new UserError('The app takes no path of a model file.', 'Choose a model of the page Models; folders are added in config.yaml.');
  if (suites.split(',').some((suite) => /[\\/]|^[~.]/u.test(suite.trim())))
    throw new UserError(
      'The app takes no path of a suite.',
      'Choose a suite of the page Benchmark, or run one of your own with `bench-loop run --suites ./folder`.',
    );
  return settings;
};

/** Settings as the command line takes them: an id of a file on disk becomes its name or place, a suite of the person its folder. */
export const settingsOfCommand = async (home: string, settings: RunSettings): Promise<RunSettings> => {
  const named = await Promise.all(
    (['model', 'draft-model'] as const).flatMap((flag) => {
      const id = settings[flag];
      return id?.startsWith(prefix) === true ? [modelOfId(home, id).then((model) => [flag, model] as const)] : [];
    }),
  );
  return { ...withOwnSuites(home, settings), ...Object.fromEntries(named) };
};

/** Where the file of an id lies, for showing a command before it is run. Null = no id, or the file is gone. */
export const pathOfId = async (home: string, id: string): Promise<string | null> => {
  const models = await engine.findModels(await readModelFolders(home), home, process.env);
  return models.find(({ name, path }) => diskModelId(name, path) === id)?.path ?? null;
};
