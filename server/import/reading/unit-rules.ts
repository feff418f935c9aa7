import { zipOf } from '../../addresses/geocode-rules.ts';

/** Pure rules that find the place of a flat in an address. */

const streetTypes =
  'aly|alley|ave?|avenue|blvd|boulevard|cir|circle|ct|court|dr|drive|hwy|highway|ln|lane|pkwy|parkway|pike|pl|place|plz|plaza|rd|road|sq|square|st|street|ter|terrace|way';
const firstStreet = new RegExp(
  `^\\d\\S*\\s+(?:\\S+\\s+){1,5}?(?:${streetTypes})\\b\\.?(?:\\s+[nsew]{1,2}\\b\\.?)?`,
  'iu',
);
const wholeStreet = new RegExp(`\\s(?:${streetTypes})\\.?(?:\\s+[nsew]{1,2}\\.?)?$`, 'iu');
const endsWithUnit = /(?:\b(?:apartment|apt|unit|suite|ste)\b\.?|#)\s*\S+$/iu;

/** Returns true if a text ends as a street does, with or without a flat: "1127 S 9th St", "5 Elm Ave Apt 2". */
export function isWholeStreet(text: string): boolean {
  return wholeStreet.test(text) || endsWithUnit.test(text);
}

/** A flat without a word for it: "1", "2B", "C". */
const bareUnit = /^(?:\d+\p{L}?|\p{L}|\p{L}-?\d+)$/u;

/** Returns an address with a second line behind its street, in front of its city. */
export function withUnit(street: string, unit: string): string {
  const segments = street.split(/\s*,\s*/);
  if (unit === '' || segments.some((segment) => namesUnit(segment, unit))) return segments.join(', ');
  const text = bareUnit.test(unit) ? `#${unit}` : unit;
  const numbered = segments.findIndex((segment) => /^\d/.test(segment));
  const at = Math.max(numbered, 0);
  const line = segments[at] ?? '';
  const end = segments.length === 1 && zipOf(line) ? firstStreet.exec(line)?.[0].length : undefined;
  const parts = end === undefined ? [line, text] : [line.slice(0, end), text, line.slice(end).trim()];
  return segments
    .toSpliced(at, 1, ...parts)
    .filter((part) => part !== '')
    .join(', ');
}

/** Returns true if an address names the flat already, after its house number. "Apt 2", "Unit #2" and "#2" are one flat. */
function namesUnit(segment: string, unit: string): boolean {
  const rest = ` ${unitKey(segment.replace(/^\d\S*/, ''))} `;
  const key = bareUnit.test(unit) ? `#${unit.toLowerCase()}` : unitKey(unit);
  return rest.includes(` ${key} `);
}

/**
 * Splits a street from its second line: "1811 Christian St, Apt 1", "1420 Tasker St Apt 2". `hasCity` says that a city
 * without a comma may follow them: "702 S 8th St Apt 2F Philadelphia".
 */
export function splitUnit(line: string, hasCity: boolean): { street: string; unit: string; city: string } {
  const segments = line.split(/\s*,\s*/);
  const at = Math.max(
    segments.findIndex((segment) => /^\d/.test(segment)),
    0,
  );
  const before = segments.slice(0, at);
  const first = segments[at] ?? '';
  const end = firstStreet.exec(first)?.[0].length ?? first.length;
  const [, unit = '', more = ''] = leadingUnit.exec(first.slice(end).trim()) ?? [];
  const isSplit = unit !== '' || (hasCity && segments.length === 1);
  const street = isSplit ? first.slice(0, end) : first;
  return {
    street: [...before, street].join(', '),
    unit: [unit, hasCity ? '' : more, ...segments.slice(at + 1)].filter((part) => part !== '').join(', '),
    city: hasCity && isSplit ? (unit === '' ? first.slice(end).trim() : more) : '',
  };
}

const leadingUnit =
  /^((?:(?:apartment|apt|unit|suite|ste|floor|fl|room|rm|lot)\b\.?|#)\s*#?\s*[\p{L}\d-]+|(?:rear|front|basement|bsmt|upstairs|downstairs|penthouse)\b|\d+(?:st|nd|rd|th)\s+(?:floor|fl)\b\.?)\s*(.*)$/iu;

function unitKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/\b(?:apartment|apt|unit|suite|ste|no|number)\b\.?|#/g, ' # ')
    .replace(/[\s.]+/g, ' ')
    .replace(/(?:# )+/g, '#')
    .trim();
}
