import { bundle } from './build/bundle.ts';
import { root } from './kit/root.ts';

const { entries, outputs } = await bundle(root);
const bytes = Object.values(outputs).reduce((sum, output) => sum + output.bytes, 0);
console.log(`dist/: ${Object.keys(entries).join(', ')}; ${Object.keys(outputs).length} files, ${(bytes / 1024).toFixed(0)} KiB`);
