import { useEffect, useRef } from 'react';
import { Link, useLocation } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import type { Page } from '../pages/page.ts';

/** So many fit beside each other on a phone; the others stand in a list that opens. */
const shownOnPhone = 4;

type Target = { path: string; title: string; icon: NonNullable<Page['icon']> };

const hasIcon = (page: Page): page is Page & Target => page.icon !== null;

const PageLink = ({ path, title, icon: Icon, className }: Target & { className?: string }) => (
  <Link to={`/${path}`} activeProps={{ 'aria-current': 'page' }} {...(className === undefined ? {} : { className })}>
    <Icon aria-hidden="true" size={18} />
    <span>{title}</span>
  </Link>
);

/** The rest of the pages on a phone; closes when one was chosen. */
const More = ({ targets }: { targets: readonly Target[] }) => {
  const list = useRef<HTMLDetailsElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (list.current !== null) list.current.open = false;
  }, [pathname]);
  const isHere = targets.some(({ path }) => pathname.startsWith(`/${path}`)) || pathname.startsWith('/docs');
  return (
    <details ref={list} className="app-more">
      <summary className={isHere ? 'app-more-here' : ''}>
        <Ellipsis aria-hidden="true" size={18} />
        <span>More</span>
      </summary>
      <div className="app-more-list">
        {targets.map(({ path, title, icon }) => (
          <PageLink key={path} path={path} title={title} icon={icon} />
        ))}
        <Link to="/docs">Docs</Link>
      </div>
    </details>
  );
};

/** The ways to the pages: a rail at the left, or a bar at the bottom of a phone. */
export const Nav = ({ pages }: { pages: readonly Page[] }) => {
  const targets = pages.filter(hasIcon);
  return (
    <nav className="app-nav" aria-label="Pages">
      {targets.map(({ path, title, icon }, place) => (
        <PageLink key={path} path={path} title={title} icon={icon} {...(place < shownOnPhone ? {} : { className: 'app-nav-rest' })} />
      ))}
      <More targets={targets.slice(shownOnPhone)} />
    </nav>
  );
};
