import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { PackageType } from './subscriptions.ts';
import { DateKeyText, Id, IdParams, Timestamp } from './values/shapes.ts';

/** Import of customers and their plans from a CSV file, by an admin. One uploaded file is an import *batch*. */

export const maxImportBytes = 10 * 1024 * 1024;
/** The maximum number of data rows in one file. */
export const maxImportRows = 20_000;
export const maxImportColumns = 100;

/** The fields that a column can be matched to, in the order offered. */
export const importFields = [
  ...(['name', 'firstName', 'lastName', 'email', 'phone', 'address', 'houseNumber', 'street', 'unit'] as const),
  ...(['city', 'state', 'zip'] as const),
  ...(['username', 'package', 'extras', 'days', 'time', 'startDate', 'note'] as const),
] as const;
export const ImportField = z.enum(importFields, { error: 'Please choose what the column holds' });
export type ImportField = z.output<typeof ImportField>;

/** The encodings that a file's letters are read in. `macintosh` is the Mac Roman of Excel for Mac. */
export const importEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const;
export type ImportEncoding = (typeof importEncodings)[number];

/**
 * `uploaded` → `checking` → `checked` → `running` → `done` → `undoing` → `undone`. Matching the columns again returns
 * the batch to `checking`.
 */
export const importStates = ['uploaded', 'checking', 'checked', 'running', 'done', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

/** The check's verdict on a row: a new customer, a plan for an existing customer, nothing to add, or an error. */
export const importVerdicts = ['new', 'plan', 'duplicate', 'error'] as const;
export type ImportVerdict = (typeof importVerdicts)[number];

/** The outcome of a row. `stays`: the undo kept its records, because somebody has used them. */
export const importOutcomes = ['made', 'linked', 'left-out', 'failed', 'undone', 'stays'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

const count = z.int();

const ImportBatch = z.object({
  id: Id,
  fileName: z.string(),
  state: z.enum(importStates),
  /** Increases each time the columns are matched. A run names the revision that was checked. */
  revision: z.int(),
  /** The username of the admin who uploaded it. */
  createdBy: z.string(),
  createdAt: Timestamp,
  finishedAt: z.nullable(Timestamp),
  /** Rows of data, without the header and the rows above it. */
  rows: count,
  /** The number of rows that the running job has finished. */
  done: count,
  /** Rows by the check's verdict; 0 before the check. */
  checked: z.object({ new: count, plan: count, duplicate: count, error: count, plans: count, remarks: count }),
  /** Rows by outcome; 0 before the run. */
  results: z.object({ made: count, linked: count, leftOut: count, failed: count, undone: count, stays: count }),
  /** Plans whose customers haven't consented yet, and plans whose customers have. */
  plans: z.object({ awaiting: count, consented: count }),
  /** Customers who can be invited, customers who were invited, and invitations that were emailed. */
  invitations: z.object({ open: count, invited: count, sent: count }),
  /** The progress of geocoding, in addresses; null without a geocoder. */
  located: z.nullable(z.object({ done: count, total: count })),
});
export type ImportBatch = z.output<typeof ImportBatch>;

/** A column of the file, with its first values. `field` is null for a column that isn't imported. */
export const ImportColumn = z.object({
  name: z.string(),
  samples: z.array(z.string()),
  field: z.nullable(ImportField),
});
export type ImportColumn = z.output<typeof ImportColumn>;

/** A column with values that isn't imported, and in how many rows it has one. */
const UnusedColumn = z.object({ name: z.string(), values: count });

const ImportDetails = z.extend(ImportBatch, {
  /** A row names the columns. */
  hasHeader: z.boolean(),
  /** The number of the row that names the columns; null if none does. */
  headerRow: z.nullable(z.int()),
  /** The number of rows above the one that names the columns. They are left out. */
  rowsAbove: count,
  /** The first rows of the file, for choosing the one that names the columns. */
  firstRows: z.array(z.object({ number: z.int(), cells: z.array(z.string()) })),
  /** The encoding that the file's letters are read in: our guess, or the admin's choice. */
  encoding: z.enum(importEncodings),
  /** The first values with letters that depend on the encoding. */
  letters: z.array(z.string()),
  columns: z.array(ImportColumn),
  /** The columns that hold values and aren't imported. Empty once the batch has been run. */
  unusedColumns: z.array(UnusedColumn),
});
export type ImportDetails = z.output<typeof ImportDetails>;

/** A sentence about a row; `field` is null when it is about the whole row. */
const ImportRemark = z.object({ field: z.nullable(ImportField), text: z.string() });
export type ImportRemark = z.output<typeof ImportRemark>;

/** The parts of an address, in the order of an envelope. `unit` is the second line: a flat, a suite, anything else. */
export const addressParts = ['street', 'unit', 'city', 'state', 'zip'] as const;

export const ImportRow = z.object({
  /** The row's number in a spreadsheet. The header and empty rows count. */
  number: z.int(),
  /**
   * The person and the address as imported, or the file's text if it couldn't be read. Empty once the person is erased.
   */
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  /** How the address reads part by part; parts that it doesn't have are left out. */
  addressParts: z.array(z.object({ part: z.enum(addressParts), text: z.string() })),
  /** "Basic Package on Friday, morning"; null without a plan. */
  plan: z.nullable(z.string()),
  verdict: z.nullable(z.enum(importVerdicts)),
  /** Why the row can't be imported or has nothing to add. */
  problems: z.array(ImportRemark),
  /** Notes on a row that is imported. */
  remarks: z.array(ImportRemark),
  outcome: z.nullable(z.enum(importOutcomes)),
  outcomeText: z.nullable(z.string()),
  /** The customer that the row created or belongs to. */
  customerId: z.nullable(Id),
  consent: z.nullable(z.enum(['awaiting', 'consented'])),
  invitedAt: z.nullable(Timestamp),
});
export type ImportRow = z.output<typeof ImportRow>;

const fileName = z._default(
  z
    .string()
    .check(z.trim(), z.minLength(1, 'Please name the file'), z.maxLength(255, 'Please use a shorter file name')),
  'customers.csv',
);

/**
 * Uploads a CSV file: UTF-8, UTF-16, Windows-1252 or Mac Roman, separated by commas, semicolons, tabs or vertical bars.
 * Nothing is imported yet. 400 for a file without rows, with too many rows or columns, with a quote that is never
 * closed, and for a spreadsheet.
 */
export const uploadImport = endpoint('POST', '/api/admin/imports', 'admin', {
  query: z.object({ name: fileName }),
  upload: { types: ['text/csv'], maxBytes: maxImportBytes, seconds: 120 },
  response: ImportDetails,
  status: 201,
  errors: [400, 413, 415, 429],
});

/** The 50 newest batches. */
export const listImports = endpoint('GET', '/api/admin/imports', 'admin', {
  response: z.array(ImportBatch),
  errors: [],
});

export const getImport = endpoint('GET', '/api/admin/imports/:id', 'admin', {
  params: IdParams,
  response: ImportDetails,
  errors: [404],
});

/**
 * Sets which row names the columns and the encoding of the letters, and guesses the fields of the columns again. Rows
 * above are left out. 400 for an encoding that the file isn't in, or a row that isn't among the first; 409 once the
 * batch has been run.
 */
export const readImport = endpoint('PUT', '/api/admin/imports/:id/reading', 'admin', {
  params: IdParams,
  body: z.object({
    /** Null: no row names the columns, and every row is data. */
    headerRow: z.nullable(z.int({ error: 'Please choose the row that names the columns' })),
    encoding: z.enum(importEncodings, { error: 'Please choose one of the encodings' }),
  }),
  response: ImportDetails,
  errors: [400, 404, 409],
});

/** Sets the field of each column and starts the check. 409 once the batch has been run. */
export const matchImport = endpoint('PUT', '/api/admin/imports/:id/columns', 'admin', {
  params: IdParams,
  body: z.object({
    hasHeader: z.boolean({ error: 'Please say whether a row names the columns' }),
    /** One entry per column of the file, in order. */
    fields: z
      .array(z.nullable(ImportField))
      .check(z.maxLength(maxImportColumns, 'Please send one field for each column')),
  }),
  response: ImportDetails,
  errors: [400, 404, 409],
});

/** The filters of a batch's list of rows. */
export const importFilters = [
  ...(['all', 'new', 'plan', 'duplicate', 'error', 'remarks'] as const),
  ...(['made', 'linked', 'left-out', 'failed', 'undone', 'stays', 'awaiting'] as const),
] as const;
export type ImportFilter = (typeof importFilters)[number];

const badPage = 'This page no longer exists. Please start from the first page.';

/** One page of rows in the file's order: at most 50, starting after row number `after`. */
export const listImportRows = endpoint('GET', '/api/admin/imports/:id/rows', 'admin', {
  params: IdParams,
  query: z.object({
    show: z._default(z.enum(importFilters, { error: 'This list has no such filter.' }), 'all'),
    q: z.optional(z.string().check(z.trim(), z.maxLength(255, 'Search text must be less than 255 characters'))),
    after: z._default(z.string().check(z.regex(/^\d{1,7}$/, badPage)), '0'),
  }),
  response: z.object({
    rows: z.array(ImportRow),
    total: count,
    /** The `after` of the next page; null on the last one. */
    next: z.nullable(z.int()),
    /** The `after` of the previous page; null on the first one. */
    previous: z.nullable(z.int()),
  }),
  errors: [400, 404],
});

/**
 * Starts a job that imports the checked rows. 409 when the columns were matched again, or when the batch has been run.
 */
export const runImport = endpoint('POST', '/api/admin/imports/:id/run', 'admin', {
  confirmsAgain: true,
  params: IdParams,
  body: z.object({ revision: z.int({ error: 'Please check the file again' }) }),
  response: ImportDetails,
  errors: [400, 404, 409],
});

/** Downloads the rows that weren't imported, as in the file, each with its reason. */
export const downloadImportErrors = endpoint('GET', '/api/admin/imports/:id/not-imported', 'admin', {
  confirmsAgain: true,
  params: IdParams,
  download: { types: ['text/csv'] },
  response: z.never(),
  errors: [404, 409],
});

/** Starts a job that removes a batch's accounts and plans that nobody has used. 409 unless the batch has been run. */
export const undoImport = endpoint('POST', '/api/admin/imports/:id/undo', 'admin', {
  confirmsAgain: true,
  params: IdParams,
  response: ImportDetails,
  errors: [404, 409],
});

/**
 * Emails each customer of a batch one link to set a password and consent to the plan. 409 `count_changed` when the
 * number of customers who can be invited isn't `expected`.
 */
export const inviteImported = endpoint('POST', '/api/admin/imports/:id/invitations', 'admin', {
  confirmsAgain: true,
  params: IdParams,
  body: z.object({ expected: z.int({ error: 'Please say how many invitations to send' }) }),
  response: ImportDetails,
  errors: [400, 404, 409],
});

/** Deletes a batch that hasn't been run, and its rows. */
export const discardImport = endpoint('DELETE', '/api/admin/imports/:id', 'admin', {
  params: IdParams,
  response: z.object({ success: z.literal(true) }),
  errors: [404, 409],
});

/** An imported plan that awaits its customer's consent. */
export const AwaitingPlan = z.object({
  packageType: PackageType,
  preferredDay: z.nullable(z.string()),
  preferredTime: z.nullable(z.string()),
  address: z.string(),
  /** The start of service in the file; null when the file has none. */
  startDate: z.nullable(DateKeyText),
});
export type AwaitingPlan = z.output<typeof AwaitingPlan>;

/** Returns the signed-in customer's imported plan; null without one, or once the customer has a plan. */
export const getAwaitingPlan = endpoint('GET', '/api/me/imported-plan', 'customer', {
  response: z.nullable(AwaitingPlan),
  errors: [],
});
