import { Trophy } from 'lucide-react';
import { lazyView } from '../../shell/lazy-view.tsx';
import type { Page } from '../page.ts';

/** The stored runs in boards; runs that were asked different things never share one. */
export const createLeaderboardPage = (): Page => ({
  path: 'leaderboard',
  title: 'Leaderboard',
  icon: Trophy,
  component: lazyView(async () => (await import('./leaderboard-page.tsx')).LeaderboardPage),
});
