import { join } from 'node:path';
import { bundle } from './build/bundle.ts';
import { buildDashboard } from './build/dashboard.ts';
import { root } from './kit/root.ts';

const { entries, outputs } = await bundle(root);
await buildDashboard(join(root, 'dist/dashboard'));
const bytes = Object.values(outputs).reduce((sum, output) => sum + output.bytes, 0);
console.log(
  `dist/: ${Object.keys(entries).join(', ')}; ${Object.keys(outputs).length} files, ${(bytes / 1024).toFixed(0)} KiB, and the pages`,
);
