import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';

/** One page: a folder with `page.tsx`. */
export type Page = {
  /** Route of the page below `/`, such as `runs` or `runs/$runId`. */
  path: string;
  title: string;
  /** In the navigation with this icon; null = reached from another page. */
  icon: LucideIcon | null;
  component: () => ReactNode;
};
