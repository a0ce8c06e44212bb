/** Writes a line to standard output, the place of results. */
export const printLine = (text: string): void => void process.stdout.write(`${text}\n`);

/** Writes a line to standard error, the place of progress and messages. */
export const noteLine = (text: string): void => void process.stderr.write(`${text}\n`);

export const printJson = (data: unknown): void => printLine(JSON.stringify(data, null, 2));
