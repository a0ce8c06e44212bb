/** Whole numbers that stand apart by commas or spaces; null where one is none. Each value once. */
export const readValues = (text: string, least: number): number[] | null => {
  const parts = text.split(/[\s,;]+/u).filter((part) => part !== '');
  const values = parts.map((part) => (/^\d{1,8}$/u.test(part) ? Number(part) : Number.NaN));
  return values.some((value) => Number.isNaN(value) || value < least) ? null : [...new Set(values)];
};
