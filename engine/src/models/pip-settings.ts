import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where pip is told to look: index addresses in order, places for `--find-links`, and its certificate file. */
export type PipSettings = { indexes: string[]; findLinks: string[]; noIndex: boolean; cert: string | null };

type Values = Map<string, string>;

const isComment = (line: string): boolean => /^\s*[#;]/.test(line) || line.trim() === '';

/**
 * Reads the keys of `[global]` and `[install]` from a pip configuration file; `[install]` wins, an indented line goes on
 * with the value above it. Format: pip.pypa.io/en/stable/topics/configuration.
 */
export const parsePipConfig = (content: string): Values => {
  const sections: Record<string, Values> = { global: new Map(), install: new Map() };
  let section: Values | undefined;
  let key: string | null = null;
  for (const line of content.split(/\r?\n/)) {
    if (isComment(line)) continue;
    const header = /^\[(.+)\]\s*$/.exec(line);
    const entry = /^([^\s=:][^=:]*?)\s*[=:]\s*(.*)$/.exec(line);
    if (header) {
      section = sections[(header[1] ?? '').trim().toLowerCase()];
      key = null;
    } else if (/^\s/.test(line) && key !== null) {
      section?.set(key, `${section.get(key) ?? ''} ${line.trim()}`.trim());
    } else if (entry) {
      key = (entry[1] ?? '').trim().toLowerCase().replaceAll('_', '-');
      section?.set(key, (entry[2] ?? '').trim());
    }
  }
  return new Map([...(sections.global ?? []), ...(sections.install ?? [])]);
};

const configFiles = (env: NodeJS.ProcessEnv): string[] => {
  const own = env.PIP_CONFIG_FILE;
  // The null device is pip's documented way to say "no configuration file at all".
  if (own === '/dev/null' || own?.toLowerCase() === 'nul') return [];
  const home = env.HOME ?? env.USERPROFILE ?? homedir();
  const system = ['/etc/xdg/pip/pip.conf', '/etc/pip.conf', '/Library/Application Support/pip/pip.conf'];
  const person = [
    join(home, '.pip', 'pip.conf'),
    join(home, 'Library', 'Application Support', 'pip', 'pip.conf'),
    join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'pip', 'pip.conf'),
    ...(env.APPDATA ? [join(env.APPDATA, 'pip', 'pip.ini')] : []),
  ];
  const environment = env.VIRTUAL_ENV ? [join(env.VIRTUAL_ENV, 'pip.conf'), join(env.VIRTUAL_ENV, 'pip.ini')] : [];
  return [...system, ...person, ...environment, ...(own ? [own] : [])];
};

const readConfig = (path: string): Values => {
  try {
    return parsePipConfig(readFileSync(path, 'utf8'));
  } catch {
    return new Map();
  }
};

const words = (value: string | undefined): string[] => (value ?? '').split(/\s+/).filter((word) => word !== '');
const withoutName = (index: string): string => index.replace(/^[\w.-]+=(?=https?:)/, '');

/** What pip's and uv's environment variables and pip's configuration files say; neither program is needed. */
export const readPipSettings = (env: NodeJS.ProcessEnv): PipSettings => {
  const config: Values = new Map(configFiles(env).flatMap((path) => [...readConfig(path)]));
  const indexes = [
    ...words(env.PIP_INDEX_URL),
    ...words(env.UV_DEFAULT_INDEX),
    ...words(env.UV_INDEX_URL),
    ...words(config.get('index-url')),
    ...words(env.UV_INDEX),
    ...words(env.PIP_EXTRA_INDEX_URL),
    ...words(config.get('extra-index-url')),
  ].map(withoutName);
  return {
    indexes: [...new Set(indexes)],
    findLinks: [...new Set([...words(env.PIP_FIND_LINKS), ...words(env.UV_FIND_LINKS), ...words(config.get('find-links'))])],
    noIndex: /^(1|true|yes|on)$/i.test(env.PIP_NO_INDEX ?? config.get('no-index') ?? ''),
    cert: config.get('cert') ?? null,
  };
};
