import { Link, Outlet } from '@tanstack/react-router';
import { Logo } from '@benchloop/ui';
import { useLive } from '../data/live.ts';
import type { Page } from '../pages/page.ts';

const Connection = () => {
  const connected = useLive((state) => state.connected);
  return connected ? null : (
    <span className="app-offline" role="status">
      BenchLoop does not answer; trying again
    </span>
  );
};

const QueueMark = () => {
  const running = useLive((state) => state.jobs.filter((job) => job.state === 'running').length);
  const waiting = useLive((state) => state.jobs.filter((job) => job.state === 'waiting').length);
  return <span className="app-queue">{running === 0 && waiting === 0 ? 'Nothing runs' : `${running} running, ${waiting} waiting`}</span>;
};

/** What stands around every page: name, what runs, and the ways to the pages. */
export const Shell = ({ pages }: { pages: readonly Page[] }) => (
  <div className="app">
    <a className="app-skip" href="#content">
      Skip to content
    </a>
    <header className="app-header">
      <Link to="/" className="app-name">
        <Logo />
      </Link>
      <span className="app-tagline">What your local model can really do, raw and inside real agents</span>
      <Connection />
      <QueueMark />
    </header>
    <nav className="app-nav" aria-label="Pages">
      {pages.map(({ path, title, icon: Icon }) =>
        Icon === null ? null : (
          <Link key={path} to={`/${path}`} activeProps={{ 'aria-current': 'page' }}>
            <Icon aria-hidden="true" size={18} />
            <span>{title}</span>
          </Link>
        ),
      )}
    </nav>
    <main id="content" className="app-content" tabIndex={-1}>
      <Outlet />
    </main>
  </div>
);
