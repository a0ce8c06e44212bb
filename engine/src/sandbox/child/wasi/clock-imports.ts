import type { Context, Imports } from './context.ts';
import { errno } from './errno.ts';

/** Times and waits of the virtual clock. */
export const clockImports = ({ memory, options: { clock } }: Context): Imports => ({
  clock_res_get: (_id: number, at: number) => {
    memory.setU64(at, clock.resolutionNs);
    return errno.success;
  },
  clock_time_get: (id: number, _precision: bigint, at: number) => {
    memory.setU64(at, id === 0 ? clock.realtimeNs() : clock.monotonicNs());
    return errno.success;
  },
  /** Only clocks can be waited for; a wait ends at the earliest of them. */
  poll_oneoff: (subscriptions: number, events: number, count: number, ready: number) => {
    if (count < 1 || count > 64) return errno.invalid;
    const waits: { at: number; ns: bigint }[] = [];
    for (let at = subscriptions; at < subscriptions + 48 * count; at += 48) {
      const view = memory.view();
      if (view.getUint8(at + 8) !== 0) return errno.notSupported;
      const timeout = view.getBigUint64(at + 24, true);
      const isAbsolute = (view.getUint16(at + 40, true) & 1) === 1;
      const now = view.getUint32(at + 16, true) === 0 ? clock.realtimeNs() : clock.monotonicNs();
      waits.push({ at, ns: isAbsolute ? timeout - now : timeout });
    }
    const first = waits.reduce((least, wait) => (wait.ns < least.ns ? wait : least));
    clock.sleep(first.ns);
    memory.bytes(events, 32).fill(0);
    memory.bytes(events, 8).set(memory.bytes(first.at, 8));
    memory.setU32(ready, 1);
    return errno.success;
  },
});
