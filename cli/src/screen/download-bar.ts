import { createLogUpdate } from 'log-update';
import { sayBytes } from '../edge/say-bytes.ts';
import { noteLine } from '../edge/print.ts';

export type DownloadState = { stage: string; source: string; bytes: number; totalBytes: number | null };

export type DownloadBar = { show: (state: DownloadState) => void; done: () => void };

const width = 30;

export const downloadLine = ({ stage, source, bytes, totalBytes }: DownloadState): string => {
  if (totalBytes === null) return `${stage}  ${sayBytes(bytes)}  ${source}`;
  const filled = Math.round((bytes / Math.max(1, totalBytes)) * width);
  return `${stage.padEnd(8)} ${'━'.repeat(filled)}${'─'.repeat(width - filled)} ${Math.floor((bytes / Math.max(1, totalBytes)) * 100)} %  ${sayBytes(bytes)} of ${sayBytes(totalBytes)}  ${source}`;
};

/** A progress bar on a terminal, a line per tenth elsewhere; on standard error. */
export const createDownloadBar = (): DownloadBar => {
  if (process.stderr.isTTY && process.env['TERM'] !== 'dumb') {
    const region = createLogUpdate(process.stderr);
    let lastMs = 0;
    return {
      show: (state) => {
        const finished = state.bytes === state.totalBytes;
        if (!finished && Date.now() - lastMs < 250) return;
        lastMs = Date.now();
        region(downloadLine(state).slice(0, process.stderr.columns ?? 80));
      },
      done: () => region.done(),
    };
  }
  let last = '';
  return {
    show: (state) => {
      const step = state.totalBytes === null ? '' : String(Math.floor((state.bytes / Math.max(1, state.totalBytes)) * 10));
      if (`${state.stage}${step}` !== last) noteLine(downloadLine(state));
      last = `${state.stage}${step}`;
    },
    done: () => undefined,
  };
};
