import { machineProcesses } from '../../src/disk/lock';
import type { ProcessTable } from '../../src/world';

/** The machine's processes, as the program itself sees them. */
export const processTable: ProcessTable = {
  own: process.pid,
  endGroup() {},
  isAlive: (id) => {
    try {
      return process.kill(id, 0);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  },
};

/** What a lock of the test's own process needs. Only a system without boot ids asks the clock. */
export const ownProcesses = machineProcesses({
  clock: { now: () => Date.now(), monotonic: () => performance.now() },
  processes: processTable,
});
