import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { type ImportEncoding, maxImportColumns, maxImportRows } from '../../../contract/import.ts';
import { Refusal } from '../../refusal.ts';
import { delimiterOf, withoutFormula, withoutSeparatorLine } from './csv-rules.ts';
import { encodingOf } from './encodings.ts';
import { otherKindOf } from './file-kind-rules.ts';

/** A record of a CSV file. `number` is its row in a spreadsheet, empty lines included. */
export interface CsvRecord {
  readonly number: number;
  readonly cells: readonly string[];
}

/** Bytes parsed in one turn of the event loop: a few milliseconds of work. */
const chunkBytes = 64 * 1024;
/** Longer than any row of a customer list. A longer record means that a quote was never closed. */
const mostRecordLength = 200_000;

/**
 * Parses a CSV file and returns its records without the empty ones, and the encoding that it was read in. Other
 * requests are served while it reads. Throws 400 for a file that isn't CSV, too many rows or columns, or a quote that
 * is never closed.
 */
export async function readCsv(bytes: Uint8Array): Promise<{ encoding: ImportEncoding; records: CsvRecord[] }> {
  const otherKind = otherKindOf(bytes);
  if (otherKind) throw new Refusal(400, otherKind);
  const encoding = encodingOf(bytes);
  return { encoding, records: await readRecords(bytes, encoding) };
}

async function readRecords(bytes: Uint8Array, encoding: ImportEncoding): Promise<CsvRecord[]> {
  const delimiter = delimiterOf(new TextDecoder(encoding).decode(bytes.subarray(0, chunkBytes)));
  const parser = parse({
    ...{ delimiter, record_delimiter: ['\r\n', '\n', '\r'], max_record_size: mostRecordLength, info: true },
    ...{ bom: true, relax_quotes: true, relax_column_count: true, skip_empty_lines: true },
  });
  const source = Readable.from(decoded(bytes, encoding));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  const records: CsvRecord[] = [];
  try {
    for await (const parsed of parser as AsyncIterable<Parsed>) {
      const { record, info } = parsed;
      // PostgreSQL can't store this character.
      const cells = record.map((cell) => withoutFormula(cell.replaceAll('\u0000', '')));
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (cells.length > maxImportColumns) throw tooManyColumns(info.records + info.empty_lines);
      records.push({ number: info.records + info.empty_lines, cells });
      if (records.length > maxImportRows + 1) throw tooManyRows();
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error;
  } finally {
    source.destroy();
  }
  return records;
}

interface Parsed {
  record: string[];
  info: { records: number; empty_lines: number };
}

async function* decoded(bytes: Uint8Array, encoding: ImportEncoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const text = decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: true });
    yield Buffer.from(at === 0 ? withoutSeparatorLine(text) : text);
    await nextTurn();
  }
  yield Buffer.from(decoder.decode());
}

function tooManyRows(): Refusal {
  const most = maxImportRows.toLocaleString('en-US');
  return new Refusal(400, `This file has more than ${most} rows. Please split it into smaller files.`);
}

function tooManyColumns(row: number): Refusal {
  return new Refusal(400, `Row ${row} has more than ${maxImportColumns} columns. Please remove some and try again.`);
}

function unreadable(error: CsvError): Refusal {
  const line = Number(error.lines);
  const where = Number.isInteger(line) ? ` near line ${line}` : '';
  return new Refusal(400, `We couldn't read this file${where}. Look for a quotation mark (") that is never closed.`);
}
