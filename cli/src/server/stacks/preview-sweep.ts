import * as engine from '@benchloop/engine';
import type { RunSettings, SweepPreview } from '@benchloop/spec';
import { checkSettings, pathOfId, settingsOfCommand } from '../model-ids.ts';
import { commandOf, settingsOfSweep, type SweepAsk } from './sweep-settings.ts';

/** The file of a model as the server will be given it; the name where it is settled only when the run begins. */
const fileOf = async (home: string, id: string | undefined): Promise<string | null> =>
  id === undefined ? null : ((await pathOfId(home, id)) ?? id);

const startsOf = async (home: string, settings: RunSettings): Promise<string | null> => {
  const command = settings['server-command'];
  if (command === undefined) return null;
  return engine.describeServerCommand(command, {
    model: await fileOf(home, settings.model),
    draft: await fileOf(home, settings['draft-model']),
    context: settings.ctx ?? null,
    threads: settings.threads ?? null,
    gpuLayers: settings['gpu-layers'] ?? null,
    kvType: settings['kv-type'] ?? null,
    batch: settings['batch-size'] ?? null,
    flash: settings['flash-attention'] ?? null,
    port: 'PORT',
  });
};

export type PreviewedSetting = SweepPreview['settings'][number] & { settings: RunSettings };

/** Every setting of a sweep with its command. Throws `UserError` for what can't be started or would change nothing. */
export const previewSweep = async (home: string, ask: SweepAsk): Promise<PreviewedSetting[]> =>
  Promise.all(
    settingsOfSweep(ask).map(async ({ label, settings }) => ({
      label,
      settings: checkSettings(settings),
      command: commandOf(await settingsOfCommand(home, settings)),
      starts: await startsOf(home, settings),
    })),
  );
