import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const packageFolder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Names, versions and licence texts of all packages whose code is inside the bundle. */
export const bundledLicences = async (root: string, { inputs }: Metafile): Promise<string> => {
  const folders = new Set(Object.keys(inputs).flatMap((file) => packageFolder.exec(file)?.[0] ?? []));
  const parts: string[] = [];
  for (const folder of [...folders].toSorted()) {
    const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
      license?: string;
    };
    const file = (await readdir(join(root, folder))).find((name) => /^licen[cs]e/i.test(name));
    const text = file === undefined ? '' : `\n${(await readFile(join(root, folder, file), 'utf8')).trim()}\n`;
    parts.push(`${manifest.name} ${manifest.version} (${manifest.license ?? 'no licence named'})\n${text}`);
  }
  return `The bundle holds code of these packages.\n\n${parts.join('\n---\n\n')}`;
};
