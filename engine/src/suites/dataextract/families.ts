import type { ExtractionFamily } from './extraction.ts';
import { chats } from './families/chats.ts';
import { invoices } from './families/invoices.ts';
import { orderMails } from './families/order-mails.ts';
import { serverLogs } from './families/server-logs.ts';
import { tables } from './families/tables.ts';

/** Every family of the suite, in the order of its tasks. */
export const extractionFamilies: readonly ExtractionFamily[] = [invoices, orderMails, tables, serverLogs, chats];
