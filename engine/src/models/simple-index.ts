import { z } from 'zod';
import { SourceError } from './source-error.ts';

/** One file that a package index offers. */
export type IndexFile = { fileName: string; url: URL; sizeBytes: number | null; sha256: string | null };

/** Asks for the JSON form and accepts the HTML form of the simple repository interface. */
export const simpleIndexAccept = 'application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1';

const jsonPageSchema = z.object({
  files: z.array(
    z.object({
      filename: z.string(),
      url: z.string(),
      size: z.number().int().nonnegative().optional(),
      hashes: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

const entities: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&#34;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' };
const unescapeHtml = (text: string): string => text.replace(/&(?:amp|quot|#34|#39|lt|gt);/g, (entity) => entities[entity] ?? entity);

const parseJson = (text: string, base: URL): IndexFile[] => {
  const page = jsonPageSchema.parse(JSON.parse(text));
  return page.files.map((file) => ({
    fileName: file.filename,
    url: new URL(file.url, base),
    sizeBytes: file.size ?? null,
    sha256: file.hashes?.sha256?.toLowerCase() ?? null,
  }));
};

const parseHtml = (text: string, base: URL): IndexFile[] =>
  [...text.matchAll(/<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].flatMap((match) => {
    const href = unescapeHtml(match[1] ?? match[2] ?? '');
    if (!URL.canParse(href, base.href)) return [];
    const url = new URL(href, base);
    const sha256 = /^#sha256=([0-9a-f]{64})$/i.exec(url.hash)?.[1]?.toLowerCase() ?? null;
    url.hash = '';
    return [{ fileName: decodeURIComponent(url.pathname.split('/').at(-1) ?? ''), url, sizeBytes: null, sha256 }];
  });

/**
 * Files of a page of the simple repository interface, in its JSON form (PEP 691) or its HTML form (PEP 503).
 * `base` is the page's own address: file addresses may be relative to it.
 */
export const parseSimpleIndex = (text: string, contentType: string, base: URL): IndexFile[] => {
  try {
    return /\bjson\b/i.test(contentType) ? parseJson(text, base) : parseHtml(text, base);
  } catch (error) {
    throw new SourceError(`${base.host}: its answer is no package index page`, { cause: error });
  }
};

/** The address of a package's page below an index, its name normalised as PEP 503 asks. */
export const packagePage = (index: URL, name: string): URL => {
  const normalised = name.toLowerCase().replace(/[-_.]+/g, '-');
  const page = new URL(index);
  page.pathname = `${index.pathname.replace(/\/+$/, '')}/${normalised}/`;
  return page;
};

/** Whether a wheel's file name is of this package and version, and fits every machine. */
export const isPureWheelOf = (fileName: string, name: string, version: string): boolean => {
  const [distribution, wheelVersion, ...tags] = fileName.replace(/\.whl$/i, '').split('-');
  const plain = (text: string) => text.toLowerCase().replace(/[-_.]+/g, '_');
  return (
    fileName.endsWith('.whl') &&
    plain(distribution ?? '') === plain(name) &&
    wheelVersion === version &&
    fileName.endsWith('-none-any.whl') &&
    tags.length >= 3
  );
};
