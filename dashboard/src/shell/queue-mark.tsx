import { Link } from '@tanstack/react-router';
import { useLive } from '../data/live.ts';

/** How much runs and waits; leads to the queue. */
export const QueueMark = () => {
  const running = useLive((state) => state.jobs.filter((job) => job.state === 'running').length);
  const waiting = useLive((state) => state.jobs.filter((job) => job.state === 'waiting').length);
  return (
    <Link to="/queue" className="app-queue">
      {running === 0 && waiting === 0 ? 'Queue: nothing runs' : `Queue: ${running} running, ${waiting} waiting`}
    </Link>
  );
};
