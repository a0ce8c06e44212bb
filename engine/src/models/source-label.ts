import { hubLabel } from './hugging-face.ts';
import type { ModelSource } from './model-sources.ts';
import { shownUrl } from './network.ts';

/** How a source is called in messages; never with a login or query. */
export const sourceLabel = (source: ModelSource): string => {
  switch (source.kind) {
    case 'path':
      return source.path;
    case 'hugging-face':
      return hubLabel(source.url);
    case 'index':
      return `Python package index ${shownUrl(source.url)}`;
    case 'links':
      return `links page ${shownUrl(source.url)}`;
    case 'url':
      return shownUrl(source.url);
  }
};
