import { resolve } from 'node:path';
import { buildDashboard } from './build/dashboard.ts';
import { root } from './kit/root.ts';

await buildDashboard(resolve(root, process.argv[2] ?? '.cache/dashboard'));
