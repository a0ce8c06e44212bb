import type { Random } from '../../kit/random.ts';
import { addDays, type Day } from './days.ts';

export const cities = [
  'Lisbon',
  'Oslo',
  'Warsaw',
  'Lyon',
  'Ghent',
  'Turin',
  'Porto',
  'Bergen',
  'Gdansk',
  'Seville',
  'Tampere',
  'Utrecht',
  'Salzburg',
  'Bristol',
  'Aarhus',
  'Krakow',
  'Nantes',
  'Bologna',
  'Leipzig',
  'Zagreb',
  'Toronto',
  'Osaka',
  'Lima',
  'Nairobi',
  'Adelaide',
  'Denver',
  'Hanoi',
  'Accra',
  'Tunis',
  'Quito',
] as const;
export const firstNames = [
  'Mara',
  'Jonas',
  'Elif',
  'Tomas',
  'Priya',
  'Anders',
  'Lucia',
  'Kofi',
  'Hana',
  'Pavel',
  'Ines',
  'Bruno',
  'Yara',
  'Oskar',
  'Nadia',
  'Felix',
  'Rosa',
  'Matteo',
  'Ingrid',
  'Samir',
  'Clara',
  'Dario',
  'Mei',
  'Viktor',
  'Alma',
] as const;
export const lastNames = [
  'Novak',
  'Berger',
  'Costa',
  'Lindgren',
  'Okoye',
  'Petrov',
  'Marchetti',
  'Sato',
  'Dubois',
  'Keller',
  'Moreau',
  'Hansen',
  'Silva',
  'Kowalski',
  'Romero',
  'Fischer',
  'Nakata',
  'Aydin',
  'Bakker',
  'Ferrari',
  'Larsen',
  'Mensah',
  'Varga',
  'Ibrahim',
  'Quinn',
] as const;
export const rooms = [
  'kitchen',
  'bedroom',
  'office',
  'hallway',
  'bathroom',
  'garage',
  'nursery',
  'library',
  'workshop',
  'dining room',
] as const;
export const services = [
  'billing-api',
  'search-index',
  'mail-worker',
  'login-gateway',
  'image-proxy',
  'report-builder',
  'stock-sync',
  'chat-relay',
  'audit-log',
  'price-feed',
] as const;
export const channels = ['release', 'support', 'design', 'facilities', 'night-shift', 'field-team', 'logistics', 'research'] as const;
export const subjects = [
  'Budget review',
  'Site visit',
  'Roof inspection',
  'Team lunch',
  'Data migration',
  'Harbour tour',
  'Print run',
  'Lease renewal',
  'Fire drill',
  'Spring catalogue',
  'Tax papers',
  'Network audit',
] as const;
export const goods = [
  'desk lamp',
  'travel kettle',
  'wool blanket',
  'bike pump',
  'label printer',
  'water filter',
  'camping stove',
  'desk fan',
  'rain jacket',
  'bread knife',
  'wall clock',
  'tool box',
] as const;
export const airports = [
  'LIS',
  'OSL',
  'WAW',
  'LYS',
  'BRU',
  'TRN',
  'OPO',
  'BGO',
  'GDN',
  'SVQ',
  'TMP',
  'AMS',
  'SZG',
  'BRS',
  'AAR',
  'KRK',
  'NTE',
  'BLQ',
  'LEJ',
  'ZAG',
] as const;
export const environments = ['development', 'staging', 'production'] as const;

/** An id such as `ORD-48213`. */
export const idOf = (random: Random, prefix: string): string => `${prefix}-${random.int(10_000, 99_999)}`;

export const nameOf = (random: Random): string => `${random.pick(firstNames)} ${random.pick(lastNames)}`;

export const mailOf = (name: string, host = 'example.org'): string => `${name.toLowerCase().replace(' ', '.')}@${host}`;

export const phoneOf = (random: Random): string => `+${random.int(30, 49)}${random.int(100_000_000, 999_999_999)}`;

/** A day of 2026 or 2027. */
export const dayOf = (random: Random): Day => addDays('2026-01-01', random.int(0, 729));

/** A time of day in minutes, on a full five minutes, from 07:00 to 20:55. */
export const minuteOf = (random: Random): number => random.int(84, 251) * 5;

/** An amount with cents that are not zero, as a number. */
export const amountOf = (random: Random, min: number, max: number): number => (random.int(min, max) * 100 + random.int(1, 99)) / 100;
