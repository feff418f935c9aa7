import { normalizePhone } from '../../../contract/values/phone.ts';
import { plainDashes } from './csv-rules.ts';

/** Pure parsers of cells that hold one or several ways to reach a person. */

export interface Contact {
  /** The value to import: the first usable one, or the cell's text when none is usable. */
  value: string;
  /** What else the cell holds, as people read it. */
  rest: string[];
}

/** The character between the values of a cell of Google Contacts, which writes " ::: ". */
const listMark = /\s*:::\s*/;

/** Returns the first email of "Dana <dana@example.com>", "mailto:…", "a@x.com; b@x.com" or "a@x.com ::: b@x.com". */
export function readEmails(text: string): Contact {
  const [first, ...others] = [...text.matchAll(/[^\s<>;,|/:"()[\]]+@[^\s<>;,|/:"()[\]]+/g)].map(([email]) =>
    email.replace(/^'+|'+$/g, ''),
  );
  return first === undefined ? { value: text.trim(), rest: [] } : { value: first, rest: distinct(others, first) };
}

const phonePattern =
  /(?:(?<label>\p{L}[\p{L} ]{0,20}?)\s*[:=]\s*)?(?<number>(?:\+?1[\s.-]*)?(?:\(\d{3}\)|(?<!\d)\d{3})[\s./-]*\d{3}[\s.-]*\d{4})(?!\d)(?<extension>\s*(?:x|ext\.?|extension)\s*\d{1,6})?/giu;

/**
 * Returns the first phone number of "Phone:(215) 555-0162 Mobile:(267) 555-0163", passing over fax numbers. Takes
 * dashes and digits of every kind.
 */
export function readPhones(text: string): Contact {
  const plain = plainDashes(text.normalize('NFKC'))
    .replace(/^(\d{10,11})\.0+$/, '$1')
    .replace(/^tel:/i, '')
    .trim();
  if (normalizePhone(plain)) return { value: plain, rest: [] };
  const numbers = [...plain.matchAll(phonePattern)].map(({ groups = {} }) => ({
    label: (groups.label ?? '').trim(),
    number: groups.number ?? '',
    extension: (groups.extension ?? '').trim(),
  }));
  const isUsable = ({ label, number }: { label: string; number: string }) =>
    !/fax/i.test(label) && normalizePhone(number.replaceAll('/', '-')) !== null;
  const taken = numbers.find(isUsable);
  if (!taken) return { value: plain, rest: [] };
  const value = taken.number.replaceAll('/', '-');
  const others = numbers
    .filter((other) => other !== taken)
    .map(({ label, number, extension }) =>
      `${label && `${label}: `}${normalizePhone(number) ?? number} ${extension}`.trim(),
    );
  const words = plain
    .replace(phonePattern, ' ')
    .split(listMark)
    .map((part) => part.replace(/^[\s,;:|/*&-]+|[\s,;:|/*&-]+$/g, ''))
    .filter(
      (part) =>
        part !== '' &&
        !/^(?:\(?(?:phone|mobile|cell|home|work|main|tel|office|other|or|and|h|m|c|w|o)\)?\.?\s*)+$/i.test(part),
    );
  return {
    value,
    rest: [...distinct(others, normalizePhone(value) ?? ''), ...(taken.extension ? [taken.extension] : []), ...words],
  };
}

/** Returns the first of several values in a cell of Google Contacts. */
export function readFirst(text: string): Contact {
  const [value = '', ...rest] = text.split(listMark);
  return { value: value.trim(), rest: distinct(rest, value) };
}

function distinct(texts: readonly string[], taken: string): string[] {
  const isOther = (text: string) => text.trim() !== '' && text.toLowerCase() !== taken.toLowerCase();
  return [...new Set(texts.filter(isOther))];
}
