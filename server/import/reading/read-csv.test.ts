import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, delimiterOf } from './csv-rules.ts';
import { readCsv } from './read-csv.ts';

const read = async (text: string | Uint8Array) =>
  (await readCsv(typeof text === 'string' ? Buffer.from(text) : text)).records;
const cellsOf = async (text: string | Uint8Array) => (await read(text)).map(({ cells }) => cells);

describe('a CSV file', () => {
  it.each([',', ';', '\t', '|'])('is read with the delimiter %j', async (delimiter) => {
    const text = [
      ['name', 'note'],
      ['Dana', '"a, b; c"'],
      ['Ann', '"said ""hi""\nthere"'],
    ]
      .map((row) => row.join(delimiter))
      .join('\r\n');
    expect(await cellsOf(text)).toEqual([
      ['name', 'note'],
      ['Dana', 'a, b; c'],
      ['Ann', 'said "hi"\nthere'],
    ]);
  });

  it('is read with a byte order mark, all line endings, empty lines and records, by the rows of a spreadsheet', async () => {
    expect(await read('\uFEFFa,b\r\n\r\n,\n1,2\r3,4')).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 4, cells: ['1', '2'] },
      { number: 5, cells: ['3', '4'] },
    ]);
  });

  it('is read in UTF-16 and in Windows-1252', async () => {
    expect(await cellsOf(Buffer.from('\uFEFFNóra,1', 'utf16le'))).toEqual([['Nóra', '1']]);
    expect(await cellsOf(Buffer.from([0x4e, 0xf3, 0x72, 0x61, 0x2c, 0x93, 0x31]))).toEqual([['Nóra', '“1']]);
  });

  it('is read with the delimiter that a first line names, which is no row', async () => {
    const rows = [
      { number: 1, cells: ['a', 'b,c'] },
      { number: 2, cells: ['1', '2,3'] },
    ];
    for (const line of ['sep=;\r\n', '\uFEFFsep=;\n', '"sep=;"\r']) {
      expect(await read(`${line}a;b,c\n1;2,3`), line).toEqual(rows);
    }
    expect(await read('sep=\t\na\tb,c\n1\t2,3')).toEqual(rows);
  });

  it('is refused with a way out when it is another kind of file', async () => {
    for (const start of ['PK\x03\x04', '\xD0\xCF\x11\xE0', '%PDF-1.7', '{\\rtf1', '\x1F\x8B', '<html><table>']) {
      await expect(read(Buffer.from(start, 'latin1')), start).rejects.toMatchObject({ status: 400, message: /CSV/ });
    }
  });

  it('keeps quotes that do not enclose a field', async () => {
    expect(await cellsOf('a,b\nDana "D" Walker,6" pipe')).toEqual([
      ['a', 'b'],
      ['Dana "D" Walker', '6" pipe'],
    ]);
  });

  it('is refused with a reason: a quote that stays open, too many rows or columns', async () => {
    await expect(read('a,b\n"Dana,1\nAnn,2')).rejects.toMatchObject({ status: 400, message: /never closed/ });
    await expect(read(`${'a,'.repeat(101)}b`)).rejects.toMatchObject({ status: 400, message: /100 columns/ });
    await expect(read('a,b\n'.repeat(20_002))).rejects.toMatchObject({ status: 400, message: /20,000 rows/ });
  });

  it('of any bytes is read or refused with 400', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        try {
          for (const { cells } of await read(bytes)) expect(cells.join('')).not.toContain('\u0000');
        } catch (error) {
          expect(error).toMatchObject({ status: 400 });
        }
      }),
      { numRuns: 200 },
    );
  });

  it('lets other work run while it is read', async () => {
    const line = `${'Dana Walker,dana@example.com,2155550107,"1127 S 9th St, Philadelphia, PA 19147",'.repeat(6)}\n`;
    const bytes = Buffer.from(line.repeat(19_000));
    // Counts turns of the event loop, in which requests are served. The count is the same on a busy machine.
    let turns = 0;
    let isReading = true;
    const count = () => {
      turns += 1;
      if (isReading) setImmediate(count);
    };
    setImmediate(count);
    const { records } = await readCsv(bytes);
    isReading = false;
    expect(records).toHaveLength(19_000);
    expect(turns).toBeGreaterThan(bytes.length / (64 * 1024) - 1);
  });
});

it('a delimiter is guessed outside quotes, and is a comma by default', () => {
  expect(delimiterOf('"a;b;c",1\n"d;e;f",2')).toBe(',');
  expect(delimiterOf('Walker, Dana;1\nLee, Ann;2\nPatel;3')).toBe(';');
  expect(delimiterOf('dana@example.com\nann@example.com')).toBe(',');
  expect(delimiterOf('')).toBe(',');
});

it('invisible characters are removed from a text', () => {
  expect(cleanText('  Dana\u00A0\u200B Walker\u0000\n ')).toBe('Dana Walker');
});
