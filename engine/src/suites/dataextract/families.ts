import type { ExtractionFamily } from './extraction.ts';
import { absentFields } from './families/absent-fields.ts';
import { addresses } from './families/addresses.ts';
import { bilingual } from './families/bilingual.ts';
import { chats } from './families/chats.ts';
import { conflictingSources } from './families/conflicting-sources.ts';
import { cvs } from './families/cvs.ts';
import { injectedText } from './families/injected-text.ts';
import { invoices } from './families/invoices.ts';
import { meetingNotes } from './families/meeting-notes.ts';
import { orderMails } from './families/order-mails.ts';
import { productSpecs } from './families/product-specs.ts';
import { recipes } from './families/recipes.ts';
import { sensorReports } from './families/sensor-reports.ts';
import { serverLogs } from './families/server-logs.ts';
import { tables } from './families/tables.ts';

/** Every family of the suite, in the order of its tasks. */
export const extractionFamilies: readonly ExtractionFamily[] = [
  invoices,
  orderMails,
  tables,
  serverLogs,
  chats,
  meetingNotes,
  bilingual,
  conflictingSources,
  absentFields,
  productSpecs,
  injectedText,
  addresses,
  cvs,
  recipes,
  sensorReports,
];
