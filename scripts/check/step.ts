import { spawn } from 'node:child_process';
import { root } from '../kit/root.ts';

/** What one step of the check found. `note` stands in its line, `details` below it when the step failed. */
export type StepResult = { ok: boolean; note?: string; details?: string };
export type Step = { name: string; run: () => Promise<StepResult> };

/** Runs a program of `node_modules/.bin` and collects what it says. */
export const runTool = (tool: string, args: string[]): Promise<StepResult> =>
  new Promise((resolve) => {
    const child = spawn(`node_modules/.bin/${tool}`, args, {
      cwd: root,
      shell: process.platform === 'win32',
      env: { ...process.env, NO_COLOR: '1' },
    });
    let details = '';
    child.stdout.on('data', (chunk: Buffer) => (details += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (details += chunk.toString()));
    child.on('error', (error) => resolve({ ok: false, details: `${tool} did not start: ${error.message}. Run npm ci first.` }));
    child.on('close', (code) => resolve({ ok: code === 0, details }));
  });
