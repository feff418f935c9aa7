import { type PackageType, type Plan, plans } from '../../../contract/values/prices.ts';
import { isDateKey, type Weekday } from '../../../contract/values/time/dates.ts';
import { isBlank, plainDashes } from './csv-rules.ts';

/**
 * Pure parsers of what people write in the cells of a spreadsheet. They return `undefined` when the meaning is unclear
 * and `null` when the cell is empty.
 */

const suffixes = /^(?:jr|sr|ii|iii|iv|md|phd|esq)\.?$/i;

/** Words that only the names of companies have. */
const companyEnd =
  /^(?:inc|llc|l l c|ltd|limited|corp|corporation|incorporated|co|company|lp|llp|pllc|pc|p c|plc|trust|associates|assoc|foundation|group|holdings|partners|bros|sons?)$/i;
const companyStart = /\b(?:of|and|law|offices?|the|inc|llc|ltd|corp|company|church|school|apartments?|properties)\b|&/i;

/**
 * Splits "Dana Walker", "Walker, Dana" or "Dana M. Walker Jr." into first and last name. A single word is a first name.
 * "Corner Deli, Inc." is a company: its last word becomes the last name.
 */
export function splitName(text: string): { firstName: string; lastName: string } {
  const [last = '', first = '', ...more] = text.split(',').map((part) => part.trim());
  const isCompany = companyEnd.test(first.replace(/[.\s]+/g, ' ').trim()) || companyStart.test(last);
  if (first !== '' && more.length === 0 && !isCompany && !suffixes.test(first)) {
    return { firstName: first, lastName: last };
  }
  // "Walker, Dana, Jr."
  if (more.length === 1 && suffixes.test(more[0] ?? '')) return { firstName: first, lastName: `${last} ${more[0]}` };
  const words = text.replaceAll(',', ' ').split(' ').filter(Boolean);
  let lastAt = words.length - 1;
  while (lastAt > 1 && suffixes.test(words[lastAt] ?? '')) lastAt -= 1;
  if (words.length < 2) return { firstName: words[0] ?? '', lastName: '' };
  return { firstName: words.slice(0, lastAt).join(' '), lastName: words.slice(lastAt).join(' ') };
}

/**
 * Parses "19147", "19147-1234", "19147.0", and a New Jersey ZIP code without its leading zero, "8103". Returns
 * undefined for anything else.
 */
export function readZip(text: string): string | null | undefined {
  if (isBlank(text)) return null;
  const digits = plainDashes(text).replace(/\.0+$/, '').replace(/\s/g, '');
  if (/^[78]\d{3}$/.test(digits)) return `0${digits}`;
  const [, zip, more] = /^(\d{5})-?(\d{4})?$/.exec(digits) ?? [];
  return zip && (more ? `${zip}-${more}` : zip);
}

/** Finds a package by its name or id. A price isn't one: packages may cost the same, and prices change. */
export function readPackage(text: string): PackageType | null | undefined {
  if (isBlank(text) || /^(?:no|no plan|one[ -]?time)$/i.test(text)) return null;
  const key = wordsOf(text);
  return plans.find((plan) =>
    [plan.id, plan.name, ...(otherNames[plan.id] ?? [])].some((name) => wordsOf(name) === key),
  )?.id;
}

const otherNames: Partial<Record<PackageType, readonly string[]>> = { 'clean-carry': ['Clean Carry'] };

/** Normalizes a package's name: "Clean & Carry Plan" → "cleanandcarry". */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/\b(?:the|package|plan|monthly|subscription|service|property)\b/g, '')
    .replace(/[^a-z0-9]/g, '');
}

export const extraNames = {
  furniture: 'furniture pickup',
  washing: 'bin washing',
  mowing: 'lawn mowing',
} as const;
export type Extra = keyof typeof extraNames;

export function hasExtra(plan: Plan, extra: Extra): boolean {
  if (extra === 'furniture') return plan.includesFurniturePickup;
  return extra === 'washing' ? plan.includesBinWashing : plan.includesLawnMowing;
}

/** Parses extras such as "Furniture, bin washing". Returns undefined when a part isn't one of our extras. */
export function readExtras(text: string): Extra[] | undefined {
  if (isBlank(text) || /^no$/i.test(text)) return [];
  const found = partsOf(text, /[,;/|&+]|\band\b/i).map((part) => {
    if (/furniture/i.test(part)) return 'furniture';
    if (/wash/i.test(part)) return 'washing';
    return /lawn|mow/i.test(part) ? 'mowing' : undefined;
  });
  return found.every((extra) => extra !== undefined) ? [...new Set(found)] : undefined;
}

const dayPatterns: readonly [Weekday, RegExp][] = [
  ['monday', /^(?:m|mo|mon|mondays?)$/],
  ['tuesday', /^(?:tu|tue|tues|tuesdays?)$/],
  ['wednesday', /^(?:w|we|wed|weds|wednesdays?)$/],
  ['thursday', /^(?:th|thu|thur|thurs|thursdays?)$/],
  ['friday', /^(?:f|fr|fri|fridays?)$/],
  ['saturday', /^(?:sa|sat|saturdays?)$/],
  ['sunday', /^(?:su|sun|sundays?)$/],
];

/**
 * Parses "Mon/Thu" or "every Friday". Returns undefined when a word isn't a weekday, and for a single T, which may be
 * Tuesday or Thursday.
 */
export function readDays(text: string): Weekday[] | undefined {
  if (isBlank(text) || /^(?:any|any ?day|flexible)$/i.test(text)) return [];
  const words = partsOf(text.toLowerCase(), /[,;/|&+.\s-]|\band\b/).filter(
    (word) => !/^(?:every|each|on|weekly)$/.test(word),
  );
  const days = words.map((word) => dayPatterns.find(([, pattern]) => pattern.test(word))?.[0]);
  return days.length > 0 && days.every((day) => day !== undefined) ? [...new Set(days)] : undefined;
}

export type PreferredTime = 'morning' | 'afternoon' | 'evening';

/** Parses a part of the day, or the clock time when a window begins. */
export function readTime(text: string): PreferredTime | null | undefined {
  if (isBlank(text) || /^(?:any ?time|any|flexible|whenever)$/i.test(text)) return null;
  const word = /\b(morning|afternoon|evening|night|noon)s?\b/i.exec(text)?.[1]?.toLowerCase();
  if (word) return word === 'night' ? 'evening' : word === 'noon' ? 'afternoon' : (word as PreferredTime);
  const half = /^(?:in the )?([ap])\.?m\.?$/i.exec(text)?.[1]?.toLowerCase();
  if (half) return half === 'a' ? 'morning' : 'afternoon';
  const hour = readHour(text);
  if (hour === undefined) return undefined;
  if (hour < 12) return 'morning';
  return hour < 17 ? 'afternoon' : 'evening';
}

/** Returns the hour, 0 to 23, when "8 AM", "16:00" or "2 – 4 PM" begins. */
function readHour(text: string): number | undefined {
  const clock =
    /^(\d{1,2})(?::(\d\d))?(?::\d\d)? ?(a|p)?\.?m?\.?(?: ?(?:-|–|to) ?\d{1,2}(?::\d\d)? ?(a|p)?\.?m?\.?)?$/i.exec(text);
  if (!clock) return undefined;
  const [, hourText = '', , own, windowEnd] = clock;
  const hour = Number(hourText);
  const mark = (own ?? (windowEnd?.toLowerCase() === 'a' ? 'a' : undefined))?.toLowerCase();
  if (hour > 23 || (mark && (hour === 0 || hour > 12))) return undefined;
  if (mark) return (hour % 12) + (mark === 'p' ? 12 : 0);
  // Without AM or PM, 1 to 6 is in the afternoon, because nobody picks up trash at 3 AM.
  return hour >= 1 && hour <= 6 ? hour + 12 : hour;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Parses a date as Americans and spreadsheets write it: 2026-12-01, 12/1/2026, 12/1/26, Dec 1, 2026, or Excel's day
 * number. Returns it as 2026-12-01.
 */
export function readDate(text: string): string | null | undefined {
  if (isBlank(text)) return null;
  const plain = plainDashes(text);
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ].*)?$/.exec(plain);
  if (iso) return dateOf(iso[1], iso[2], iso[3]);
  const american = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?: .*)?$/.exec(plain);
  if (american) return dateOf(american[3], american[1], american[2]);
  const named = /^([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text);
  if (named) return dateOf(named[3], String(months.indexOf((named[1] ?? '').toLowerCase()) + 1), named[2]);
  const serial = /^(\d{5})(?:\.0+)?$/.exec(text)?.[1];
  // Excel counts days from December 30, 1899.
  if (serial) return new Date(Date.UTC(1899, 11, 30 + Number(serial))).toISOString().slice(0, 10);
  return undefined;
}

function dateOf(year = '', month = '', day = ''): string | undefined {
  const key = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDateKey(key) ? key : undefined;
}

function partsOf(text: string, between: RegExp): string[] {
  return text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
