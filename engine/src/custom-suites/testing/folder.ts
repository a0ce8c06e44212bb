import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type TestFolder = { path: string; write: (files: Record<string, string>) => Promise<void>; remove: () => Promise<void> };

export const suiteYaml = 'id: mine\nversion: 1\ntitle: Mine\nsummary: Of my own.\nscorer: typed-answer\n';

export const taskYaml = (id: string, value = '4'): string => `id: ${id}
family: sums
difficulty: easy
tags: [sum]
messages:
  - { role: user, content: "What is ${value}? (${id})" }
expect: { type: integer, value: '${value}' }
limits: { maxTokens: 100, maxTurns: 1 }
proof:
  accepted:
    - { name: bare, replies: [{ text: '${value}' }] }
    - { name: line, replies: [{ text: 'Answer: ${value}' }] }
  rejected:
    - { name: more, replies: [{ text: '${value}0' }] }
    - { name: other, replies: [{ text: 'Answer: -1' }] }
    - { name: hedged, replies: [{ text: 'Answer: ${value} or -1' }] }
    - { name: empty, replies: [{ text: '' }], outcome: unparseable }
`;

/** A folder of the test's own below the system's temporary one. */
export const createTestFolder = async (files: Record<string, string> = {}): Promise<TestFolder> => {
  const path = await mkdtemp(join(tmpdir(), 'suite-'));
  const write = async (more: Record<string, string>) => {
    for (const [file, text] of Object.entries(more)) {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), text);
    }
  };
  await write(files);
  return { path, write, remove: () => rm(path, { recursive: true, force: true }) };
};
