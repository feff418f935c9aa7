import type { ImportField } from '../../contract/import.ts';
import { Refusal } from '../refusal.ts';
import { cleanText, excerpt } from './reading/csv-rules.ts';
import { guessFields, headerIndexOf } from './reading/guess-rules.ts';
import { labeledNames } from './reading/label-rules.ts';
import type { CsvRecord } from './reading/read-csv.ts';

/** How many rows at the start of a file are searched for the column names, and offered for them. */
export const mostAbove = 30;
/** How many rows below the column names are used to guess the number and the fields of the columns. */
const guessedFrom = 20;
/** Records that a guess needs. */
export const mostGuessedFrom = mostAbove + guessedFrom + 1;

interface Reading {
  /** The row that names the columns if `hasHeader`, else the first one. */
  firstNumber: number;
  hasHeader: boolean;
  fields: (ImportField | null)[];
}

/**
 * Guesses how a file is to be read from its first records: the fields of its columns, and which row names them unless
 * `headerRow` is its number (null: none). Throws 400 for a file without customers, and a row that can't be the header.
 */
export function guessReading(records: readonly CsvRecord[], headerRow: number | null | 'guess'): Reading {
  if (records.length === 0) {
    throw new Refusal(400, 'This file has no rows. Please choose a CSV file with your customers.');
  }
  const at =
    headerRow === 'guess' ? guessHeader(records) : headerRow === null ? null : chosenHeader(records, headerRow);
  const used = records.slice(at ?? 0, (at ?? 0) + guessedFrom + 1);
  const [first] = used;
  if (at !== null && used.length === 1) {
    throw new Refusal(400, 'This file has no rows below its column names. Please add your customers there.');
  }
  const width = Math.max(...used.map(({ cells }) => cells.length));
  const values = used.slice(at === null ? 0 : 1).map(({ cells }) => cells);
  const names = at === null ? [] : labeledNames(first?.cells ?? [], records[at - 1]?.cells);
  const columns = Array.from({ length: width }, (_, column) => ({
    name: at === null ? null : excerpt(names[column] ?? '', 100),
    values: samplesOf(values, column, guessedFrom),
  }));
  return { firstNumber: first?.number ?? 1, hasHeader: at !== null, fields: guessFields(columns) };
}

function guessHeader(records: readonly CsvRecord[]): number | null {
  return headerIndexOf(records.slice(0, mostAbove).map(({ cells }) => cells.map((cell) => excerpt(cell, 100))));
}

function chosenHeader(records: readonly CsvRecord[], headerRow: number): number {
  const at = records.slice(0, mostAbove).findIndex(({ number }) => number === headerRow);
  if (at < 0) throw new Refusal(400, `Row ${headerRow} can't name the columns. Please choose one of the first rows.`);
  return at;
}

/** Returns the first nonblank values of a column, cleaned for display. */
export function samplesOf(rows: readonly (readonly string[])[], at: number, most: number): string[] {
  const values = rows.map((cells) => excerpt(cleanText(cells[at] ?? ''), 100));
  return values.filter((value) => value !== '').slice(0, most);
}
