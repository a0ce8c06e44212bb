import { Link, Outlet } from '@tanstack/react-router';
import { Logo } from '@benchloop/ui';
import { useLive } from '../data/live.ts';
import { useMachine } from '../data/machine.ts';
import type { Page } from '../pages/page.ts';
import { MachineStrip } from './machine-strip.tsx';
import { Nav } from './nav.tsx';
import { Palette } from './palette.tsx';
import { QueueMark } from './queue-mark.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const Connection = () => {
  const connected = useLive((state) => state.connected);
  const refusal = useLive((state) => state.refusal);
  return connected ? null : (
    <span className="app-offline" role="status">
      {refusal ?? 'BenchLoop does not answer; trying again'}
    </span>
  );
};

/** Stands on every page, so that no picture of one passes for a measurement. */
const DemoMark = () =>
  useMachine().data?.demo === true ? (
    <aside className="app-demo" aria-label="Demo data">
      <p role="note">
        <strong>Demo data.</strong> These models are made up and nothing here was measured.
      </p>
    </aside>
  ) : null;

const Header = ({ pages }: { pages: readonly Page[] }) => (
  <header className="app-header">
    <Link to="/" className="app-name">
      <Logo />
    </Link>
    <span className="app-tagline">What your local model can really do, raw and inside real agents</span>
    <Connection />
    <div className="app-tools">
      <QueueMark />
      <Link to="/docs" className="app-docs-link">
        Docs
      </Link>
      <Palette targets={pages.filter(({ path }) => !path.includes('$'))} />
      <ThemeSwitch />
    </div>
    <MachineStrip />
  </header>
);

/** What stands around every page: name, machine, what runs, and the ways to the pages. */
export const Shell = ({ pages }: { pages: readonly Page[] }) => (
  <div className="app">
    <a className="app-skip" href="#content">
      Skip to content
    </a>
    <Header pages={pages} />
    <DemoMark />
    <Nav pages={pages} />
    <main id="content" className="app-content" tabIndex={-1}>
      <Outlet />
    </main>
  </div>
);
