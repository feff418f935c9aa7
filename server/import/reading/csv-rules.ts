/** Pure rules for reading the text of a CSV file. */

const delimiters = [',', ';', '\t', '|'] as const;

/** This many lines are enough to find the delimiter. */
const mostLines = 30;

/** A first line that tells Excel the delimiter: "sep=;". */
const separatorLine = /^\uFEFF?"?sep=([,;\t|])"?[,;\t|]*(?:\r\n|\r|\n|$)/i;

/** Removes a first line that only names the delimiter. Excel doesn't show it as a row. */
export function withoutSeparatorLine(text: string): string {
  return text.replace(separatorLine, '');
}

/**
 * Returns the delimiter of a CSV text: the one that its first line names, else the one that occurs equally often in
 * most lines, outside quotes. Returns a comma when the text contains no delimiter.
 */
export function delimiterOf(text: string): string {
  const named = separatorLine.exec(text)?.[1];
  if (named) return named;
  let best = { delimiter: ',', score: 0 };
  const lines = plainLines(text);
  for (const delimiter of delimiters) {
    const counts = lines.map((line) => line.split(delimiter).length - 1).filter((count) => count > 0);
    const usual = mostFrequent(counts);
    const score = counts.filter((count) => count === usual).length * 100 + Math.min(usual, 99);
    if (counts.length > 0 && score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Returns the first nonempty lines, without the text in quotes. */
function plainLines(text: string): string[] {
  const start = text.slice(0, 64 * 1024).replace(/"(?:[^"]|"")*(?:"|$)/g, '');
  const lines = start.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  return lines.slice(0, mostLines);
}

function mostFrequent(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  return [...times].sort((one, other) => other[1] - one[1] || other[0] - one[0])[0]?.[0] ?? 0;
}

/**
 * Returns text as people see it: without control and format characters and lone surrogates, with one space between
 * words. Excel exports no-break spaces, and PostgreSQL can't store U+0000.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Z}]/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\uFFFE\uFFFF]/gu, '')
    .replace(/ +/g, ' ')
    .trim();
}

/** Returns text with an ASCII hyphen for every dash and minus sign. */
export function plainDashes(text: string): string {
  return text.replace(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, '-');
}

/**
 * Removes the apostrophe that keeps a spreadsheet from changing a value: before a formula in our own files
 * (`server/csv.ts`), as in "'+1 215 555 0107", and before digits in those of other programs, as in "'08103".
 */
export function unguarded(text: string): string {
  return text.replace(/^'(?=[=+\-@\d\uFF1D\uFF0B\uFF0D\uFF20])/, '');
}

/** Returns the text of a cell that is written as a formula, so that Excel keeps its zeros: '="08103"' → "08103". */
export function withoutFormula(cell: string): string {
  const text = /^\s*="((?:[^"]|"")*)"\s*$/.exec(cell)?.[1];
  return text === undefined ? cell : text.replaceAll('""', '"');
}

/** Returns the start of a text. Replaces a character that is cut in half, because PostgreSQL can't store it. */
export function excerpt(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

/** Returns true if a cell is blank, or contains what spreadsheets write for an empty cell. */
export function isBlank(text: string): boolean {
  return /^(?:|-+|n\/?a|null|#n\/a|none|unknown|\?+)$/i.test(text.trim());
}
