import type { Family } from '../../../../kit/family.ts';
import { calendarAbsence } from './absence.ts';
import { calendarLatest, calendarMeeting, calendarMove } from './calendar.ts';
import { calendarZone } from './changed-form.ts';
import { mailFact, mailImpossible, mailNoTool, mailReply } from './simple.ts';
import { mailArchive, mailOrders, mailRefused, mailTimeout } from './trouble.ts';

export const mailCalendarFamilies: readonly Family[] = [
  mailFact,
  mailReply,
  mailNoTool,
  mailImpossible,
  mailArchive,
  calendarMeeting,
  calendarMove,
  calendarLatest,
  mailOrders,
  mailTimeout,
  mailRefused,
  calendarAbsence,
  calendarZone,
];
