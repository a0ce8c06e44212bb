import type { Family } from '../../kit/family.ts';
import { databaseFamilies } from './worlds/database/families.ts';
import { filesFamilies } from './worlds/files/families.ts';
import { mailCalendarFamilies } from './worlds/mail-calendar/families.ts';
import { shopFamilies } from './worlds/shop/families.ts';
import { workspaceShellFamilies } from './worlds/workspace-shell/families.ts';

/** Every family of the suite, in the order of its tasks; one line for each world. */
export const agentFamilies: readonly Family[] = [
  ...databaseFamilies,
  ...filesFamilies,
  ...mailCalendarFamilies,
  ...shopFamilies,
  ...workspaceShellFamilies,
];
