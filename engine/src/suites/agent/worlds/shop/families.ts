import type { Family } from '../../../../kit/family.ts';
import { afterSalesFamilies } from './after-sales.ts';
import { askingFamilies } from './asking.ts';
import { buyingFamilies } from './buying.ts';
import { changedFormFamilies } from './changed-form.ts';
import { refundFamilies } from './refunds.ts';

export const shopFamilies: readonly Family[] = [
  ...askingFamilies,
  ...buyingFamilies,
  ...refundFamilies,
  ...afterSalesFamilies,
  ...changedFormFamilies,
];
