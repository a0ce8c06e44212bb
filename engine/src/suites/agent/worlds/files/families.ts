import type { Family } from '../../../../kit/family.ts';
import { filesFiling, filesReport } from './filing.ts';
import { filesPages, filesTrail } from './long.ts';
import { filesImpossible, filesNoTool, filesSettings } from './read-only.ts';
import { filesRename } from './rename.ts';
import { filesOrders, filesRefused, filesTimeout } from './trouble.ts';

export const filesFamilies: readonly Family[] = [
  filesRename,
  filesNoTool,
  filesSettings,
  filesImpossible,
  filesReport,
  filesFiling,
  filesPages,
  filesOrders,
  filesTimeout,
  filesRefused,
  filesTrail,
];
