import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context } from 'hono';

/** The built pages in memory: no text of a request ever becomes a path. */
export type StaticFiles = { answer: (context: Context) => Response | Promise<Response> };

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.json': 'application/json',
};

const filesBelow = async (folder: string, prefix = ''): Promise<string[]> => {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true });
  const nested = await Promise.all(
    entries.map(async (entry) => (entry.isDirectory() ? filesBelow(folder, `${prefix}${entry.name}/`) : [`${prefix}${entry.name}`])),
  );
  return nested.flat();
};

/** Loads a folder of built pages. Every address without a file is a page of the app. */
export const loadStaticFiles = async (folder: string): Promise<StaticFiles> => {
  const names = await filesBelow(folder);
  const files = new Map<string, Buffer>(
    await Promise.all(names.map(async (name) => [`/${name}`, await readFile(join(folder, name))] as const)),
  );
  return {
    answer: (context) => {
      const name = files.has(context.req.path) ? context.req.path : '/index.html';
      const content = files.get(name);
      if (content === undefined) return context.text('The pages of the app are missing from this build.', 500);
      context.header('Content-Type', types[extname(name)] ?? 'application/octet-stream');
      context.header('Cache-Control', name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
      return context.body(new Uint8Array(content));
    },
  };
};
