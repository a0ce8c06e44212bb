import { calculatorTool } from '../../kit/world/calculator.ts';
import { createPlainWorld } from '../../kit/world/plain-world.ts';
import { calendarTools } from './calendar-tools.ts';
import { mailCalendarForms } from './forms.ts';
import { mailTools } from './mail-tools.ts';
import { mailStateSchema, normalMailState } from './state.ts';

/** A mailbox, a calendar and an address book. */
export const mailCalendarWorld = createPlainWorld({
  id: 'mail-calendar',
  stateSchema: mailStateSchema,
  tools: [...mailTools, ...calendarTools, calculatorTool],
  forms: mailCalendarForms,
  normalForm: normalMailState,
});
