import { lazy, Suspense, type ComponentType } from 'react';
import { Loading } from './problem.tsx';

/** A view whose code is fetched when it is first shown, so that the first page stays light. */
export const lazyView = (load: () => Promise<ComponentType>) => {
  const View = lazy(async () => ({ default: await load() }));
  return () => (
    <Suspense fallback={<Loading what="the page" />}>
      <View />
    </Suspense>
  );
};
