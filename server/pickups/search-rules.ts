/** The parts of a search text. Pure, so that lists and Find read a text in the same way. */
export interface SearchTerms {
  /** Words in lower case, without a trailing comma. */
  words: string[];
  /** Four to ten digits of a phone number, without the country code. */
  phone: string | null;
  /** A short id (eight characters) or the beginning of one, in lower case. */
  shortId: string | null;
  /** A full id, in lower case. */
  id: string | null;
}

const fullId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** With the # that lists show, four characters are enough. Without it, fewer than eight could be a house number. */
const shortId = /^(?:#([0-9a-f]{4,8})|([0-9a-f]{8}))$/;
/** A phone number or a part of it, with the characters that people type between the digits. */
const phoneLike = /^[\d\s().+-]+$/;

export function readSearch(text: string): SearchTerms {
  const lower = text.trim().toLowerCase();
  const short = shortId.exec(lower);
  return {
    words: lower.split(/,*\s|,+$/).filter(Boolean),
    phone: readPhone(lower),
    shortId: short?.[1] ?? short?.[2] ?? null,
    id: fullId.test(lower) ? lower : null,
  };
}

/**
 * Returns the length of the longest run of letters and digits in a text, without accents and apostrophes: 5 for "Núñez"
 * and for "O'Neil". The trigram indexes need three.
 */
export function longestRun(text: string): number {
  const plain = text.normalize('NFKD').replace(/[\p{M}'`\u00B4\u02B9-\u02BD\u2018-\u201B\u2032]/gu, '');
  return Math.max(0, ...plain.split(/[^\p{L}\p{N}]+/u).map((run) => run.length));
}

function readPhone(text: string): string | null {
  if (!phoneLike.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return national.length >= 4 && national.length <= 10 ? national : null;
}
