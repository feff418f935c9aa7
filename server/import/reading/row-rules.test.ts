import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ImportField, importFields } from '../../../contract/import.ts';
import { csvLines } from '../../csv.ts';
import { readRow } from './row-rules.ts';

const good: Partial<Record<ImportField, string>> = {
  name: 'Dana Walker',
  email: 'Dana@Example.com ',
  phone: '215.555.0107',
  address: '1127 S 9th St, Philadelphia, PA 19147',
};

function read(changes: Partial<Record<ImportField, string>> = {}) {
  const row = { ...good, ...changes };
  const fields = Object.keys(row) as ImportField[];
  return readRow(
    fields.map((field) => row[field] ?? ''),
    fields,
  );
}
const problemsOf = (changes: Partial<Record<ImportField, string>>) => read(changes).problems;

describe('a row', () => {
  it('is read as a person types it', () => {
    expect(read()).toMatchObject({
      problems: [],
      values: {
        ...{ firstName: 'Dana', lastName: 'Walker', email: 'dana@example.com', phone: '(215) 555-0107' },
        ...{ address: '1127 S 9th St, Philadelphia, PA 19147', username: null, plan: null, note: null },
      },
    });
  });

  it('is read from the file of rows not imported, whose cells are guarded', () => {
    const cells = { phone: '+1 (215) 555-0107', note: '-1 bag', startDate: '-' };
    const guarded = (text: string) => csvLines([[text]]).trimEnd();
    const back = Object.fromEntries(Object.entries(cells).map(([field, text]) => [field, guarded(text)]));
    expect(back).toEqual({ phone: "'+1 (215) 555-0107", note: "'-1 bag", startDate: "'-" });
    expect(read(back)).toMatchObject({ problems: [], values: { phone: '(215) 555-0107', note: '-1 bag' } });
    expect(read({ note: "'tis the gate" }).values?.note).toBe("'tis the gate");
  });

  it('is read from a street, a city, a state and a ZIP code', () => {
    const parts = { address: '', street: '12 Papermill Rd', city: 'Camden', state: 'nj', zip: '8103' };
    expect(read(parts).values?.address).toBe('12 Papermill Rd, Camden, NJ 08103');
    const twice = { city: 'Philadelphia', state: 'PA', zip: '19147' };
    expect(read(twice).values?.address).toBe('1127 S 9th St, Philadelphia, PA 19147');
    expect(read({ address: '5 Elm St', zip: '19147-1234' }).values?.address).toBe('5 Elm St, 19147-1234');
    expect(problemsOf({ address: '5 Elm St', zip: '191' })).toEqual([
      { field: 'zip', text: '"191" isn\'t a ZIP code.' },
    ]);
    expect(read({ address: '5 Elm St' }).remarks).toEqual([
      { field: 'address', text: "We couldn't find a ZIP code in the address." },
    ]);
  });

  it('names every field that is wrong, in the words of the forms', () => {
    const wrong = { name: 'Cher', email: 'cher@', phone: '12', address: ' ', username: 'the-admin' };
    expect(problemsOf(wrong)).toEqual([
      { field: 'lastName', text: 'Last name is required' },
      { field: 'email', text: 'Please enter a valid email address' },
      { field: 'phone', text: 'Please enter a valid US phone number' },
      { field: 'username', text: "Username cannot contain 'admin'" },
      { field: 'address', text: 'Address is required' },
    ]);
    expect(problemsOf({ email: 'N/A' })).toEqual([{ field: 'email', text: 'Email is required' }]);
  });

  it('with more cells than columns is refused, because its values have shifted', () => {
    const row = readRow(
      ['Dana Walker', 'dana@example.com', '2155550107', '1127 S 9th St', ' PA 19147'],
      ['name', 'email', 'phone', 'address'],
    );
    expect(row.problems[0]?.text).toBe('This row has 5 columns instead of 4. Look for a comma without quotes.');
  });

  it('has a plan with a package, as businesses write it', () => {
    const plan = { package: 'clean and carry', days: 'Fri', time: '2-5pm', startDate: '12/1/26', extras: 'Furniture' };
    expect(read(plan)).toMatchObject({
      shown: { plan: 'Clean & Carry on Friday, afternoon, from 2026-12-01' },
      values: {
        plan: {
          ...{ packageType: 'clean-carry', preferredDay: 'friday' },
          ...{ preferredTime: 'afternoon', startDate: '2026-12-01' },
        },
      },
    });
    expect(read({ package: 'heavy duty', days: 'Mon/Thu' }).values?.plan).toMatchObject({ preferredDay: null });
    expect(read({ package: 'none', days: 'Fri' })).toMatchObject({
      values: { plan: null },
      remarks: [{ field: 'days' }],
    });
  });

  it('is refused when we do not offer the plan', () => {
    expect(problemsOf({ package: 'Gold' })[0]?.text).toContain('We don\'t have a package called "Gold"');
    expect(problemsOf({ package: '$35.00' })[0]?.text).toContain('We don\'t have a package called "$35.00"');
    expect(problemsOf({ package: 'basic', extras: 'lawn' })[0]?.text).toBe(
      "Basic Package doesn't include lawn mowing. Packages that do: Premium Property.",
    );
    expect(problemsOf({ package: 'basic', days: 'Mon, Tue' })[0]?.text).toContain('has one day a week');
    expect(problemsOf({ package: 'heavy-duty', days: 'Tue' })[0]?.text).toBe(
      'Heavy Duty is always on Monday and Thursday.',
    );
    expect(problemsOf({ package: 'basic', days: 'T' })[0]?.field).toBe('days');
    expect(problemsOf({ package: 'basic', time: 'dawn' })[0]?.field).toBe('time');
    expect(problemsOf({ package: 'basic', startDate: '2/30/26' })[0]?.field).toBe('startDate');
  });
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('', ' ', 'N/A', '-', '=1+1', 'Mon', 'basic', '19147', 'a@b.co', '215 555 0107', '12/1/26', '45992'),
  fc.constantFrom(
    '\u0000',
    '\uD800',
    '\u202E',
    '"',
    '🧹',
    'x'.repeat(5_000),
    '1127 S 9th St',
    'Dana Walker',
    '999:99 pm',
  ),
);

it('with very long cells is read quickly', () => {
  const fields = [...importFields];
  const started = performance.now();
  for (const text of ['<a@', '1 ', '#', ',', 'Apt 3 ', '215 555 0107 ', '"', 'Mon/']) {
    const { problems } = readRow(Array(fields.length).fill(text.repeat(50_000)), fields);
    expect(problems.length).toBeGreaterThan(0);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});

it('of any text is either imported or has a problem, and is never a crash', () => {
  const fields = fc.uniqueArray(fc.constantFrom(...importFields), { minLength: 0, maxLength: importFields.length });
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 20 }), fields, (cells, order) => {
      const { values, problems, shown } = readRow(cells, order);
      expect(values === null).toBe(problems.length > 0);
      for (const { text } of problems) expect(text).toMatch(/^["A-Z].*[.a-z0-9)]$/s);
      // PostgreSQL can store everything that is saved or shown: no lone surrogates, no U+0000.
      expect(JSON.stringify([values, shown, problems])).not.toMatch(/\\u0000|\\ud[89a-f]/);
    }),
    { numRuns: 500 },
  );
});
