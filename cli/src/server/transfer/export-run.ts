import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Zip, ZipDeflate } from 'fflate';
import { createRunStore } from '@benchloop/engine';
import { UserError } from '@benchloop/spec';
import { loadNotes } from '../run-notes.ts';

const mostFiles = 65_000;

const filesOf = async (folder: string): Promise<string[]> => {
  const traces = await readdir(join(folder, 'traces')).catch(() => []);
  return ['run.json', 'trials.jsonl', ...traces.filter((name) => /^[\w.-]+\.jsonl$/u.test(name)).map((name) => `traces/${name}`)];
};

/** A stored run as a zip, file by file, so that no large run stands in memory whole. Throws `UserError` where there is none. */
export const exportRun = async (home: string, id: string): Promise<ReadableStream<Uint8Array>> => {
  const store = createRunStore(home);
  const { createdAt } = await store.loadRun(id);
  const folder = store.folder(id);
  const files = await filesOf(folder);
  if (files.length > mostFiles)
    throw new UserError(`The run has ${files.length} files, more than a zip of this form holds.`, 'Copy its folder instead.');
  const notes = JSON.stringify(await loadNotes(home, id));
  const left = [...files];
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    chunks.push(chunk);
  });
  const add = (name: string, content: Uint8Array): void => {
    const entry = new ZipDeflate(`${id}/${name}`, { level: 6 });
    entry.mtime = createdAt;
    zip.add(entry);
    entry.push(content, true);
  };
  add('notes.json', new TextEncoder().encode(notes));
  return new ReadableStream({
    pull: async (out) => {
      const name = left.shift();
      if (name === undefined) zip.end();
      else add(name, new Uint8Array(await readFile(join(folder, name))));
      for (const chunk of chunks) out.enqueue(chunk);
      chunks = [];
      if (name === undefined) out.close();
    },
  });
};
