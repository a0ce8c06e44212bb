import { reportSchema, type Report } from '@benchloop/spec';

/** A report as JSON that fits `reportSchema`; a report that does not fit is a mistake in our code and throws. */
export const toJson = (report: Report): string => `${JSON.stringify(reportSchema.parse(report), null, 2)}\n`;
