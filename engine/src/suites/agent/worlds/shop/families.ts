import type { Family } from '../../../../kit/family.ts';
import { afterSalesFamilies } from './after-sales.ts';
import { buyingFamilies } from './buying.ts';

export const shopFamilies: readonly Family[] = [...buyingFamilies, ...afterSalesFamilies];
