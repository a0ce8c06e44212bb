import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { noteLine } from './print.ts';

const opener = (link: string): [string, string[]] => {
  if (process.platform === 'darwin') return ['open', [link]];
  if (process.platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', link]];
  return ['xdg-open', [link]];
};

/** Opens a link in the person's browser; where that can't be done the link on the terminal is the way. */
export const openInBrowser = async (link: string): Promise<void> => {
  const [program, args] = opener(link);
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  const started = await Promise.race([once(child, 'spawn').then(() => true), once(child, 'error').then(() => false)]);
  if (!started) noteLine('No browser could be opened from here: open the link yourself.');
  child.unref();
};
