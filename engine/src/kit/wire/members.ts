/** Reading of JSON whose members may have any type. */
export type JsonRecord = Record<string, unknown>;

export const asRecord = (value: unknown): JsonRecord | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonRecord) : null;

/** The member as an object; an empty one where it is none. */
export const recordOf = (record: JsonRecord, member: string): JsonRecord => asRecord(record[member]) ?? {};

/** A number, also one written as text. */
export const numberOf = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : null;
};

/** Text that is there and not empty. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
