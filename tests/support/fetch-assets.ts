import { fetchTestAssets } from '../../scripts/test-assets/fetch.ts';

/** Fetches what the end-to-end tests need before the first of them; used where `CI` is set. */
export const setup = async (): Promise<void> => {
  await fetchTestAssets((line) => console.log(line));
};
