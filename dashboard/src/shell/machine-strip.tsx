import { MachineLine } from '@benchloop/ui';
import { useMachine } from '../data/machine.ts';

/** What this machine is, in one line of the header. */
export const MachineStrip = () => {
  const { data } = useMachine();
  return data === undefined ? null : (
    <div className="app-machine">
      <MachineLine machine={data.machine} />
    </div>
  );
};
