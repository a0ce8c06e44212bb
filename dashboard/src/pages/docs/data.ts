import { useQuery } from '@tanstack/react-query';

const pages = import.meta.glob<string>('../../../../docs/*.md', { query: '?raw', import: 'default' });

const nameOf = (path: string): string => path.split('/').at(-1)?.replace(/\.md$/u, '') ?? path;

const loaders = new Map(Object.entries(pages).map(([path, load]) => [nameOf(path), load]));

/** Names of the pages that this build carries; `README` is about the folder itself. */
export const docNames = [...loaders.keys()].filter((name) => name !== 'README').toSorted();

/** The Markdown of one page; null where there is none of this name. */
export const useDoc = (name: string) =>
  useQuery({ queryKey: ['docs', name], queryFn: async () => (await loaders.get(name)?.()) ?? null, staleTime: Infinity });
