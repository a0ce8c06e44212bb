import type { Family } from '../../../../kit/family.ts';
import { filesRename } from './rename.ts';

export const filesFamilies: readonly Family[] = [filesRename];
