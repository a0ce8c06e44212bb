import { startInstance, type Instance, type InstanceContext, type InstanceOptions } from './instance.ts';

const checkEveryMs = 20;

/** Hands out fresh instances and keeps the next one of the kind that was last wanted started. */
export const createPool = (context: InstanceContext) => {
  const live = new Set<Instance>();
  let spare: { key: string; instance: Promise<Instance> } | null = null;
  let timer: NodeJS.Timeout | null = null;

  const open = async (options: InstanceOptions): Promise<Instance> => {
    const instance = await startInstance(options, context);
    live.add(instance);
    timer ??= setInterval(() => {
      for (const each of live) each.check();
    }, checkEveryMs);
    return instance;
  };
  const close = async (instance: Instance): Promise<void> => {
    live.delete(instance);
    if (live.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
    await instance.close();
  };

  return {
    take: async (options: InstanceOptions): Promise<Instance> => {
      const key = JSON.stringify(options);
      const ready = spare?.key === key ? spare.instance : open(options);
      const unused = spare !== null && spare.key !== key ? spare.instance : null;
      spare = { key, instance: ready.then(() => open(options)) };
      spare.instance.catch(() => undefined);
      if (unused !== null) void unused.then(close, () => undefined);
      const instance = await ready;
      await instance.up;
      return instance;
    },
    close,
  };
};
export type Pool = ReturnType<typeof createPool>;
