/** Decides whether a new password is easy to guess. Pure: the caller passes the list of common passwords. */

/** "p4$$w0rd" → "password". One table reads 1 and ! as i, the other as l. */
const leet: readonly Record<string, string>[] = ['i', 'l'].map((one) => ({
  ...{ '@': 'a', '4': 'a', '3': 'e', '1': one, '!': one, '0': 'o', $: 's', '5': 's', '7': 't' },
}));

/** The digits on the keys of a US keyboard's signs: "!qaz2wsx" → "1qaz2wsx". */
const unshifted = Object.fromEntries([...'!@#$%^&*()'].map((sign, index) => [sign, String((index + 1) % 10)]));

/** The length of the shortest common word that makes a password weak. */
const minWordLength = 4;
/** The most digits and signs that may be around a common word, as in "Summer2026!". */
const maxDecoration = 6;
/** The most characters that may be around a common number, as in "Mm@123456". */
const maxAroundNumber = 3;

/**
 * Returns whether a password is common, or is a common word or number or one of the person's own words with a few
 * digits and signs added or substituted: "Password1!", "P@ssw0rd", "!QAZ2wsx", "Summer2026!". `isCommon` gets text in
 * lower case.
 */
export function isGuessable(password: string, isCommon: (text: string) => boolean): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  if (/^(.{1,4})\1+$/su.test(text)) return true;
  return coresOf(text).some((core) => spellingsOf(core).some(isCommon));
}

/** Returns the text and those parts of it that may be a common word or number. */
function coresOf(text: string): string[] {
  const decorationLength = Math.min(maxDecoration, text.length - text.replace(/\P{L}+$/u, '').length);
  // Digits may belong to the word: "Abc1231!" is "abc123" with "1!" added.
  const words = Array.from({ length: decorationLength + 1 }, (_, cut) => text.slice(0, text.length - cut)).flatMap(
    (start) => [start, start.replace(/[^\p{L}\p{N}]/gu, ''), start.replace(/^\P{L}+/u, '')],
  );
  const numbers = [...text.matchAll(/\d+/g)].map(([number]) => number);
  return [
    ...words.filter(({ length }) => length >= minWordLength && text.length - length <= maxDecoration),
    ...numbers.filter(({ length }) => text.length - length <= maxAroundNumber),
  ];
}

function spellingsOf(core: string): string[] {
  const replace = (table: Record<string, string>) => [...core].map((sign) => table[sign] ?? sign).join('');
  return [core, replace(unshifted), ...leet.map(replace)];
}
