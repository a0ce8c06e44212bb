import { right, unreadable, wrong, type AnswerOf, type Match } from './expect.ts';

const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const monthOf = (word: string): number | null => {
  const name = word.toLowerCase().replace('.', '');
  const index = months.findIndex(
    (month) => month === name || (name.length >= 3 && (month.slice(0, 3) === name || (name === 'sept' && month === 'september'))),
  );
  return index === -1 ? null : index + 1;
};

type ReadDate = { year: number; month: number; day: number };

const isRealDate = ({ year, month, day }: ReadDate): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

const numericDate = (text: string): ReadDate | 'ambiguous' | null => {
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (iso) return { year: Number(iso[1]), month: Number(iso[3]), day: Number(iso[4]) };
  const local = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text);
  if (!local) return null;
  const [first, second, year] = [Number(local[1]), Number(local[3]), Number(local[4])];
  if (first === second || first > 12) return { year, month: second, day: first };
  return second > 12 ? { year, month: first, day: second } : 'ambiguous';
};

const namedDate = (text: string): ReadDate | null => {
  const dayFirst = /^(?:the )?(\d{1,2})(?:st|nd|rd|th|\.)?(?: of)?[ -]([a-z]{3,9}\.?),?[ -](\d{4})$/i.exec(text);
  const monthFirst = /^([a-z]{3,9}\.?)[ -](?:the )?(\d{1,2})(?:st|nd|rd|th)?,?[ -](\d{4})$/i.exec(text);
  const yearFirst = /^(\d{4}),?[ -]([a-z]{3,9}\.?)[ -](\d{1,2})(?:st|nd|rd|th)?$/i.exec(text);
  const [year, name, day] = dayFirst
    ? [dayFirst[3], dayFirst[2], dayFirst[1]]
    : monthFirst
      ? [monthFirst[3], monthFirst[1], monthFirst[2]]
      : yearFirst
        ? [yearFirst[1], yearFirst[2], yearFirst[3]]
        : [];
  const month = monthOf(name ?? '');
  return month === null ? null : { year: Number(year), month, day: Number(day) };
};

const isoOf = ({ year, month, day }: ReadDate): string => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

export const matchDate = (expect: AnswerOf<'date'>, text: string): Match => {
  const weekday = new RegExp(`^(${weekdays.map((day) => `${day}|${day.slice(0, 3)}\\.?`).join('|')}),? +(?:the )?`, 'i').exec(text);
  const body = text.slice(weekday?.[0].length ?? 0).replace(/ \([a-z]+\)$/i, '');
  const date = numericDate(body) ?? namedDate(body);
  if (date === 'ambiguous') return wrong(`the answer ${text} can be read as two dates; the prompt asks for YYYY-MM-DD`);
  if (date === null || !isRealDate(date)) return unreadable(`"${text}" is not one date`);
  if (isoOf(date) !== expect.value) return wrong(`the answer ${text} differs from the key ${expect.value}`);
  const named = weekday && weekdays.findIndex((day) => day.startsWith((weekday[1] ?? '').toLowerCase().replace('.', '')));
  if (named !== null && named !== new Date(`${expect.value}T00:00:00Z`).getUTCDay())
    return wrong(`the answer ${text} names a weekday that this date is not`);
  return right;
};

export const matchTime = (expect: AnswerOf<'time'>, text: string): Match => {
  const named: Record<string, string> = { noon: '12:00', midday: '12:00', midnight: '00:00' };
  const plain = Object.hasOwn(named, text.toLowerCase()) ? (named[text.toLowerCase()] ?? text) : text;
  const match =
    /^(\d{1,2})(?:[:.h](\d{2})(?::00)?)?\s*(?:(a|p)\.?m\.?|h|hrs?|hours|o'clock)?(?: local time)?(?:,? (?:on )?(?:the )?(?:next|same|following|previous) day)?$/i.exec(
      plain,
    );
  const half = match?.[3]?.toLowerCase();
  const hour = Number(match?.[1]);
  if (
    !match ||
    Number(match[2] ?? 0) > 59 ||
    hour > 24 ||
    (half !== undefined && (hour < 1 || hour > 12)) ||
    (match[2] === undefined && plain === match[1])
  ) {
    return unreadable(`"${text}" is not one time of day`);
  }
  const full = half === undefined ? hour % 24 : (hour % 12) + (half === 'p' ? 12 : 0);
  const stated = `${String(full).padStart(2, '0')}:${match[2] ?? '00'}`;
  return stated === expect.value ? right : wrong(`the answer ${text} differs from the key ${expect.value} on the 24-hour clock`);
};
