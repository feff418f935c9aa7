import { describe, expect, it } from 'vitest';
import type { ImportBatch, ImportRow } from '../../contract/import.ts';
import { refreshMsOf } from './data.ts';
import {
  aboveText,
  chipsOf,
  fileProblem,
  headerOption,
  missingText,
  planTexts,
  resultTexts,
  rowBadge,
  stepOf,
  unusedText,
} from './words.ts';

const batch: ImportBatch = {
  ...{
    id: 'b',
    fileName: 'a.csv',
    state: 'checked',
    revision: 1,
    createdBy: 'dispatch',
    createdAt: '',
    finishedAt: null,
  },
  ...{ rows: 10, done: 10, checked: { new: 5, plan: 1, duplicate: 2, error: 2, plans: 3, remarks: 0 } },
  results: { made: 0, linked: 0, leftOut: 0, failed: 0, undone: 0, stays: 0 },
  ...{ plans: { awaiting: 0, consented: 0 }, invitations: { open: 0, invited: 0, sent: 0 }, located: null },
};

describe('the steps of an import', () => {
  it('follow the state of the batch; only the check leads back to the columns', () => {
    expect(stepOf('uploaded', undefined)).toBe(2);
    expect(stepOf('checked', undefined)).toBe(3);
    expect(stepOf('checked', 'columns')).toBe(2);
    expect(stepOf('running', 'columns')).toBe(4);
  });

  it('need a name, an email, a phone number and an address', () => {
    expect(missingText(['name', 'email', 'phone', 'address'])).toBeNull();
    expect(missingText(['firstName', 'lastName', 'email', 'phone', 'street', null])).toBeNull();
    expect(missingText(['firstName', 'email'])).toBe(
      'Choose the columns for the name, the phone number and the address.',
    );
  });

  it('refuse a file that is not CSV before it is sent', () => {
    expect(fileProblem({ name: 'List.XLSX', size: 10 })).toContain('CSV UTF-8');
    expect(fileProblem({ name: 'a.csv', size: 11 * 1024 * 1024 })).toContain('larger than 10 MB');
    expect(fileProblem({ name: 'a.csv', size: 0 })).toBe('This file is empty.');
    expect(fileProblem({ name: 'a.csv', size: 5 })).toBeNull();
  });
});

describe('the words of an import', () => {
  it('say what will happen, without zeros', () => {
    expect(planTexts(batch)).toEqual([
      '5 new customers will be added.',
      '3 plans will wait for their customers to confirm and pay. Nothing is charged before that.',
      "1 of them is for customers you already have. Their accounts don't change.",
      '2 rows have nothing to add.',
      "2 rows have errors and won't be imported.",
    ]);
    const simple = { ...batch, checked: { new: 1, plan: 0, duplicate: 0, error: 0, plans: 0, remarks: 0 } };
    expect(planTexts(simple)).toEqual(['1 new customer will be added.']);
  });

  it('say what was made, and what stays', () => {
    const results = { made: 5, linked: 1, leftOut: 1, failed: 1, undone: 0, stays: 0 };
    const done = { ...batch, state: 'done', results, plans: { awaiting: 2, consented: 1 } } as const;
    expect(resultTexts(done)).toEqual([
      '5 customers added.',
      '1 plan added to customers you already had.',
      '1 customer has confirmed the plan.',
      '2 plans are awaiting consent.',
      '3 rows skipped: nothing to add.',
      '3 rows not imported.',
    ]);
    expect(chipsOf(done).map(({ id }) => id)).toEqual([
      ...['all', 'made', 'linked', 'awaiting', 'left-out', 'failed', 'duplicate', 'error'],
    ]);
  });

  it('name the state of a row', () => {
    const row = { verdict: 'new', outcome: null, consent: null } as ImportRow;
    expect(rowBadge(row)?.text).toBe('New customer');
    expect(rowBadge({ ...row, outcome: 'made', consent: 'awaiting' })?.text).toBe('Awaiting consent');
    expect(rowBadge({ ...row, outcome: 'made' })?.text).toBe('Imported');
    expect(rowBadge({ ...row, verdict: null })).toBeNull();
  });
});

it('a batch is read again while something is under way', () => {
  expect(refreshMsOf(undefined)).toBe(false);
  expect(refreshMsOf(batch)).toBe(false);
  expect(refreshMsOf({ ...batch, state: 'running' })).toBe(1_000);
  const done = { ...batch, state: 'done' } as const;
  expect(refreshMsOf({ ...done, located: { done: 1, total: 2 } })).toBe(5_000);
  expect(refreshMsOf({ ...done, located: { done: 2, total: 2 } })).toBe(false);
  expect(refreshMsOf({ ...done, invitations: { open: 0, invited: 2, sent: 1 } })).toBe(5_000);
});

it('name the row of the column names and what is left out above it', () => {
  const firstRows = [
    { number: 1, cells: ['Customer Contact List'] },
    { number: 2, cells: ['Curbside Haulers LLC'] },
    { number: 4, cells: ['Name', 'Phone', 'Email', 'Address', 'ZIP'] },
  ];
  expect(firstRows.map(headerOption).at(-1)).toBe('Row 4: Name, Phone, Email, Address');
  expect(aboveText({ rowsAbove: 2, firstRows })).toBe(
    '2 rows above the column names are left out: "Customer Contact List", "Curbside Haulers LLC".',
  );
  expect(aboveText({ rowsAbove: 0, firstRows })).toBeNull();
});

it('says which columns with values are not imported', () => {
  expect(unusedText({ unusedColumns: [] })).toBeNull();
  const unusedColumns = [
    { name: 'Phone 2', values: 1 },
    { name: 'Tags', values: 1200 },
  ];
  expect(unusedText({ unusedColumns })).toBe('Not imported: "Phone 2" (1 row), "Tags" (1,200 rows).');
});
