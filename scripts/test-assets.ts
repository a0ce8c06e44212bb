import { fetchTestAssets } from './test-assets/fetch.ts';
import { testCache } from './test-assets/paths.ts';

console.log(`test cache: ${testCache()}`);
await fetchTestAssets((line) => console.log(line));
