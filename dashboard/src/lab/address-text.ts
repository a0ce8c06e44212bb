/** A part of an address as text; an address typed by a person may hold numbers, or anything. */
export const addressText = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
