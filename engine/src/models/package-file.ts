import { headerOf, targetOf, type Credential, type Network, type Target } from './network.ts';
import { isPureWheelOf, packagePage, parseSimpleIndex, simpleIndexAccept, type IndexFile } from './simple-index.ts';
import { SourceError } from './source-error.ts';

/** A wheel found in an index, ready to download. */
export type FoundWheel = { target: Target; fileName: string; sizeBytes: number | null; sha256: string | null };
export type WantedPackage = { name: string; version: string };

const readPage = async (page: URL, credential: Credential | null, network: Network): Promise<IndexFile[]> => {
  const reply = await network.get({ url: page, credential }, { accept: simpleIndexAccept });
  const text = await reply.body.text();
  if (reply.status === 404) throw new SourceError(`${page.host}: it does not know this package (HTTP 404)`);
  if (reply.status !== 200) throw new SourceError(`${page.host}: it answered with HTTP ${reply.status}`);
  return parseSimpleIndex(text, headerOf(reply, 'content-type') ?? '', reply.url);
};

const pickWheel = (files: IndexFile[], { name, version }: WantedPackage, credential: Credential | null, page: URL): FoundWheel => {
  const file = files.find(({ fileName }) => isPureWheelOf(fileName, name, version));
  if (file === undefined) throw new SourceError(`${page.host}: it has no wheel of ${name} ${version} that fits every machine`);
  const own = targetOf(file.url);
  return {
    target: { url: own.url, credential: own.credential ?? credential },
    fileName: file.fileName,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
  };
};

/** Finds a package's pure wheel on an index with the simple interface (PEP 503, PEP 691). */
export const findInIndex = async (index: string, wanted: WantedPackage, network: Network): Promise<FoundWheel> => {
  const { url, credential } = targetOf(index);
  const page = packagePage(url, wanted.name);
  return pickWheel(await readPage(page, credential, network), wanted, credential, page);
};

/** Finds a package's pure wheel on one page of links, as pip's `--find-links` names it. */
export const findInLinks = async (place: string, wanted: WantedPackage, network: Network): Promise<FoundWheel> => {
  const { url, credential } = targetOf(place);
  return pickWheel(await readPage(url, credential, network), wanted, credential, url);
};
