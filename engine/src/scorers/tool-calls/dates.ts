const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

const monthOf = (word: string): number => months.findIndex((month) => month === word || (word.length >= 3 && month.startsWith(word))) + 1;

const written = (year: string, month: number, day: string): string | null => {
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  const iso = Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
  return iso === `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}` ? iso : null;
};

/**
 * The day that a text evidently means, as YYYY-MM-DD: year first in digits, with or without a time, or a month in
 * English words. Null for everything else; `03/06/2026` means two days and so none.
 */
export const evidentDay = (text: string): string | null => {
  const plain = text.trim().toLowerCase();
  const digits = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[t ]\d{2}:\d{2}.*)?$/.exec(plain);
  if (digits) return written(digits[1] ?? '', Number(digits[3]), digits[4] ?? '');
  const dayFirst = /^(?:[a-z]+, )?(\d{1,2})(?:st|nd|rd|th|\.)?(?: of)? ([a-z]+)\.?,? (\d{4})$/.exec(plain);
  if (dayFirst) return written(dayFirst[3] ?? '', monthOf(dayFirst[2] ?? ''), dayFirst[1] ?? '');
  const monthFirst = /^(?:[a-z]+, )?([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/.exec(plain);
  return monthFirst ? written(monthFirst[3] ?? '', monthOf(monthFirst[1] ?? ''), monthFirst[2] ?? '') : null;
};
