/** Something in a suite's folder that keeps it from loading, with its place. `file` is relative to the folder; lines and columns count from 1. */
export type Problem = { file: string; line: number; column: number; message: string; nextStep: string };

export type Place = { line: number; column: number };

export const start: Place = { line: 1, column: 1 };

/** Text of a stranger's file without signs that could steer a terminal. */
const harmless = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ');

/** `tasks/a.yaml:3:5: …` as editors and terminals link it. */
export const problemText = ({ file, line, column, message }: Problem): string => harmless(`${file}:${line}:${column}: ${message}`);
