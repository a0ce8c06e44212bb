import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conformanceOptions, type ConformanceSubject } from '../conformance.ts';
import { toolTemplate, writeTinyGguf } from './fixtures/tiny-gguf.ts';
import { createLlamaCppProvider } from './provider.ts';

const unscripted = 'the weights of the tiny model are random, so it says no such thing';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-loop-conformance-'));
  folders.push(folder);
  return folder;
};
const provider = createLlamaCppProvider({ home: () => folders.at(-1) ?? newFolder() });

/** The embedded engine on a model with random weights. */
export const subject: ConformanceSubject = {
  provider,
  scripted: false,
  skips: { reasoning: unscripted, 'tool-call': unscripted, error: unscripted, 'cut-off': 'a child that dies is played in engine.test.ts' },
  open: async () => {
    const folder = newFolder();
    const model = join(folder, 'tiny.gguf');
    writeTinyGguf(model, { template: toolTemplate });
    const result = await provider.connect({ ...conformanceOptions, model, contextTokens: 512 }, AbortSignal.timeout(20_000));
    if (!result.ok) throw new Error(result.error.message);
    return { connection: result.connection, dispose: async () => rmSync(folder, { recursive: true, force: true }) };
  },
};
