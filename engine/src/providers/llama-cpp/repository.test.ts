import { expect, test } from 'vitest';
import { repositoryInHeader, repositoryOf } from './repository.ts';

const revision = 'a'.repeat(40);
test.each([
  [`/home/x/.cache/huggingface/hub/models--owner--some.repo-GGUF/snapshots/${revision}/q/x.gguf`, `owner/some.repo-GGUF@${revision}`],
  [`C:\\hub\\models--owner--repo\\snapshots\\${revision}\\x.gguf`, `owner/repo@${revision}`],
  [`/hub/models--owner--repo/snapshots/main/x.gguf`, null],
  ['/home/x/.lmstudio/models/owner/repo-GGUF/x-Q4_K_M.gguf', 'owner/repo-GGUF'],
  ['C:\\Users\\x\\.cache\\lm-studio\\models\\owner\\repo\\x.gguf', 'owner/repo'],
  ['/home/x/.lmstudio/models/x.gguf', null],
  ['/models/x.gguf', null],
])('%s lies in the folder of %s', (path, repository) => {
  expect(repositoryOf(path)).toBe(repository);
});

test.each([
  [{ source: { repo_url: 'https://huggingface.co/owner/name' } }, 'owner/name'],
  [{ source: { url: `https://huggingface.co/owner/name/tree/${revision}` } }, `owner/name@${revision}`],
  [{ source: { huggingface: { repository: 'owner/name' } } }, 'owner/name'],
  [{ repo_url: 'https://huggingface.co/owner/name/' }, 'owner/name'],
  [{ source: { repo_url: 'https://example.org/owner/name' } }, null],
  [{ source: { repo_url: 7 }, url: 'no address' }, null],
  [{ base_model: { 0: { repo_url: 'https://huggingface.co/owner/name' } } }, null],
  [{}, null],
])('a header with %j names %s', (general, repository) => {
  expect(repositoryInHeader(general)).toBe(repository);
});
