import { UserError } from '@benchloop/spec';

const byteUnits: Readonly<Record<string, number>> = { b: 1, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30, kb: 1e3, mb: 1e6, gb: 1e9 };
const timeUnits: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000 };

const read = (text: string, units: Readonly<Record<string, number>>, refusal: UserError): number => {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/iu.exec(text);
  const unit = units[(match?.[2] ?? '').toLowerCase()];
  const value = Number(match?.[1]) * (unit ?? Number.NaN);
  if (!(value > 0)) throw refusal;
  return value;
};

/** `16GiB` as bytes. Throws `UserError` for what is none. */
export const readBytes = (text: string, where: string): number =>
  read(
    text,
    byteUnits,
    new UserError(`${where} has the value ${JSON.stringify(text)}.`, 'Give an amount with its unit, such as 16GiB or 800MB.'),
  );

/** `1.5s` as milliseconds. Throws `UserError` for what is none. */
export const readMilliseconds = (text: string, where: string): number =>
  read(
    text,
    timeUnits,
    new UserError(`${where} has the value ${JSON.stringify(text)}.`, 'Give a time with its unit, such as 800ms, 1.5s or 2min.'),
  );

/** A number above 0. Throws `UserError` for what is none. */
export const readPositive = (text: string, where: string): number => {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new UserError(`${where} has the value ${JSON.stringify(text)}.`, 'Give a number above 0.');
  return value;
};
