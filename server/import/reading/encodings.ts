import { isUtf8 } from 'node:buffer';
import type { ImportEncoding } from '../../../contract/import.ts';

/** The encoding of a file, and its text read again in another one. */

/** Bytes in which the other encodings are told apart. */
const mostBytes = 256 * 1024;

/**
 * Returns the encoding of a file. A byte order mark, the zeros of UTF-16 and valid UTF-8 are certain. Otherwise it is
 * Windows-1252 or Mac Roman, whichever makes more plausible words.
 */
export function encodingOf(bytes: Uint8Array): ImportEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const wide = wideOf(bytes.subarray(0, 4096));
  if (wide) return wide;
  if (isUtf8(bytes)) return 'utf-8';
  const start = bytes.subarray(0, mostBytes);
  const [windows, mac] = (['windows-1252', 'macintosh'] as const).map((encoding) =>
    plausibilityOf(new TextDecoder(encoding).decode(start)),
  );
  return (mac ?? 0) > (windows ?? 0) ? 'macintosh' : 'windows-1252';
}

/** Recognizes UTF-16 without a byte order mark: nearly every second byte of Latin text is zero. */
function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = bytes.length * 0.3;
  if (odd > many && even < many / 10) return 'utf-16le';
  return even > many && odd < many / 10 ? 'utf-16be' : null;
}

const usualLetters = new Set('áéíóúñüçãõèàâêëïîôöäøåßÁÉÍÓÚÑÜÇÖÄØÅ');
const otherLetters = new Set('ìòùûýÿæœšžðþÈÀÂÊËÏÎÔÌÒÙÛÃÕÝÆŒŠŽŸ');
const isLetter = (char: string) => /\p{L}/u.test(char);
const isLower = (char: string) => /\p{Ll}/u.test(char);
const isUpper = (char: string) => /\p{Lu}/u.test(char);

/** Returns how much a text looks like words of Western languages, judged by its characters outside ASCII. */
function plausibilityOf(text: string): number {
  let score = 0;
  for (const { 0: char, index } of text.matchAll(/\P{ASCII}/gu)) {
    score += charScore(char, text[index - 1] ?? '', text.slice(index + 1, index + 4), text[index - 2] ?? '');
  }
  return score;
}

/** Scores a character by its neighbors: "JosÈ", "O’Neill" and "12ñ14" show which encoding is wrong. */
function charScore(char: string, before: string, after: string, twoBefore: string): number {
  const next = after[0] ?? '';
  if (usualLetters.has(char) || otherLetters.has(char)) {
    return letterScore(char, before, next) + (usualLetters.has(char) ? 3 : 0);
  }
  if (char === '’') return apostropheScore(before, after, twoBefore);
  if (char === '‘' || char === '“') return isWordEnd(before) && !isWordEnd(next) ? 4 : -2;
  if (char === '”') return !isWordEnd(before) && !isLetter(next) ? 4 : -2;
  if (char === '–' || char === '—') return isLetter(before) && isLetter(next) ? -2 : 2;
  if ('½¼¾'.includes(char)) return /[\d\s]/.test(before) ? 3 : -1;
  if ('°º·•…©®™\u00A0'.includes(char)) return isLetter(next) && isLetter(before) ? -2 : 1;
  return -4;
}

function letterScore(char: string, before: string, next: string): number {
  if (!isLetter(before) && !isLetter(next)) return -4;
  if (/\d/.test(before) || /\d/.test(next)) return -4;
  if (isUpper(char)) {
    if (isLower(before)) return -6;
    return isLetter(before) && isLower(next) ? -2 : 3;
  }
  if (isUpper(next)) return -6;
  return isLetter(before) ? 3 : 1;
}

/** Scores "O’Neill", "Dell’Aquila", "Joe’s" and "James’ House" high, "Mart’nez" low. */
function apostropheScore(before: string, after: string, twoBefore: string): number {
  if (!isLetter(before)) return -1;
  if (isUpper(after[0] ?? '')) return 6;
  if (/^(?:s|t|d|m|ll|re|ve)(?!\p{L})/iu.test(after)) return 6;
  if (/[dlo]/i.test(before) && !isLetter(twoBefore)) return 6;
  return isLetter(after[0] ?? '') ? -3 : 1;
}

const isWordEnd = (char: string) => /[\s,;:("']|^$/.test(char);

/** Encodings with the same ASCII characters: a file that was split into cells in one can be read in another. */
export function canChange(from: ImportEncoding, to: ImportEncoding): boolean {
  const isWide = (encoding: ImportEncoding) => encoding === 'utf-16le' || encoding === 'utf-16be';
  return from === to || !(isWide(from) || isWide(to));
}

/** Returns text that was decoded in one encoding as it reads in another. Null when its bytes aren't valid there. */
export function reread(text: string, from: ImportEncoding, to: ImportEncoding): string | null {
  if (from === to || isAscii(text)) return text;
  const bytes = from === 'utf-8' ? Buffer.from(text) : toBytes(text, from);
  if (to === 'utf-8' && !isUtf8(bytes)) return null;
  return new TextDecoder(to).decode(bytes);
}

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text);

const byteTables = new Map<ImportEncoding, Map<string, number>>();

/** Encodes text as a single-byte encoding. Its decoder gives each byte a character of its own. */
function toBytes(text: string, encoding: ImportEncoding): Buffer {
  let table = byteTables.get(encoding);
  if (!table) {
    const all = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
    table = new Map([...all].map((char, byte) => [char, byte]));
    byteTables.set(encoding, table);
  }
  const found = table;
  return Buffer.from(Array.from(text, (char) => found.get(char) ?? 0x3f));
}
