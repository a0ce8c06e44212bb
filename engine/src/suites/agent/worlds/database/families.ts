import type { Family } from '../../../../kit/family.ts';
import { changeFamilies } from './changes.ts';
import { questionFamilies } from './questions.ts';
import { troubleFamilies } from './trouble.ts';

export const databaseFamilies: readonly Family[] = [...questionFamilies, ...changeFamilies, ...troubleFamilies];
