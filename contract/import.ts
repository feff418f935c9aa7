import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { PackageType } from './subscriptions.ts';
import { DateKeyText, Id, IdParams, Timestamp } from './values/shapes.ts';

/** Import of customers and their plans from a CSV file, by an admin. One uploaded file is an import *batch*. */

export const maxImportBytes = 10 * 1024 * 1024;
/** Rows of data in one file. */
export const maxImportRows = 20_000;
export const maxImportColumns = 100;

/** What a column can hold, in the order in which it is offered. */
export const importFields = [
  ...(['name', 'firstName', 'lastName', 'email', 'phone', 'address', 'street', 'city', 'state', 'zip'] as const),
  ...(['username', 'package', 'extras', 'days', 'time', 'startDate', 'note'] as const),
] as const;
export const ImportField = z.enum(importFields, { error: 'Please choose what the column holds' });
export type ImportField = z.output<typeof ImportField>;

/**
 * `uploaded` → `checking` → `checked` → `running` → `done` → `undoing` → `undone`. Matching the columns again goes back to
 * `checking`.
 */
export const importStates = ['uploaded', 'checking', 'checked', 'running', 'done', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

/** What the check says about a row: a new customer, a plan for a customer we have, nothing to add, or an error. */
export const importVerdicts = ['new', 'plan', 'duplicate', 'error'] as const;
export type ImportVerdict = (typeof importVerdicts)[number];

/** What became of a row. `stays`: the undo left it, because somebody has used it. */
export const importOutcomes = ['made', 'linked', 'left-out', 'failed', 'undone', 'stays'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

const count = z.int();

const ImportBatch = z.object({
  id: Id,
  fileName: z.string(),
  state: z.enum(importStates),
  /** Rises with every match of the columns; a run names the one that was checked. */
  revision: z.int(),
  /** The username of the admin who uploaded it. */
  createdBy: z.string(),
  createdAt: Timestamp,
  finishedAt: z.nullable(Timestamp),
  /** Rows of data, without the header. */
  rows: count,
  /** How many rows the job that is under way has finished. */
  done: count,
  /** Rows by the check's verdict; 0 before the check. */
  checked: z.object({ new: count, plan: count, duplicate: count, error: count, plans: count, remarks: count }),
  /** Rows by outcome; 0 before the run. */
  results: z.object({ made: count, linked: count, leftOut: count, failed: count, undone: count, stays: count }),
  /** Plans whose customer hasn't consented yet, and those who have. */
  plans: z.object({ awaiting: count, consented: count }),
  /** Customers who can be invited, who were, and how many of those emails have left. */
  invitations: z.object({ open: count, invited: count, sent: count }),
  /** How many addresses have been looked up; null where no geocoder is set up. */
  located: z.nullable(z.object({ done: count, total: count })),
});
export type ImportBatch = z.output<typeof ImportBatch>;

/** A column of the file, with its first values and what it holds; null for a column that isn't imported. */
export const ImportColumn = z.object({
  name: z.string(),
  samples: z.array(z.string()),
  field: z.nullable(ImportField),
});
export type ImportColumn = z.output<typeof ImportColumn>;

const ImportDetails = z.extend(ImportBatch, {
  /** The first row names the columns. */
  hasHeader: z.boolean(),
  columns: z.array(ImportColumn),
});
export type ImportDetails = z.output<typeof ImportDetails>;

/** A sentence about a row; `field` is null when it is about the whole row. */
const ImportRemark = z.object({ field: z.nullable(ImportField), text: z.string() });
export type ImportRemark = z.output<typeof ImportRemark>;

export const ImportRow = z.object({
  /** The row in a spreadsheet, the header included. */
  number: z.int(),
  /** The person and the address as imported, or the file's text where it couldn't be read. Empty once the person is erased. */
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  /** "Basic Package on Friday, morning"; null without a plan. */
  plan: z.nullable(z.string()),
  verdict: z.nullable(z.enum(importVerdicts)),
  /** Why the row can't be imported, or has nothing to add. */
  problems: z.array(ImportRemark),
  /** What to know about a row that is imported. */
  remarks: z.array(ImportRemark),
  outcome: z.nullable(z.enum(importOutcomes)),
  outcomeText: z.nullable(z.string()),
  /** The customer it made or belongs to. */
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
 * Uploads a CSV file: UTF-8, UTF-16 or Windows-1252, with commas, semicolons, tabs or bars. Nothing is imported yet. 400: no
 * rows, too many rows or columns, or a quote that is never closed.
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

/** Says what each column holds and starts the check. 409 once the batch has been run. */
export const matchImport = endpoint('PUT', '/api/admin/imports/:id/columns', 'admin', {
  params: IdParams,
  body: z.object({
    hasHeader: z.boolean({ error: 'Please say whether the first row names the columns' }),
    /** An entry for each column of the file, in its order. */
    fields: z
      .array(z.nullable(ImportField))
      .check(z.maxLength(maxImportColumns, 'Please send one field for each column')),
  }),
  response: ImportDetails,
  errors: [400, 404, 409],
});

/** Which rows a list shows. */
export const importFilters = [
  ...(['all', 'new', 'plan', 'duplicate', 'error', 'remarks'] as const),
  ...(['made', 'linked', 'left-out', 'failed', 'undone', 'stays', 'awaiting'] as const),
] as const;
export type ImportFilter = (typeof importFilters)[number];

const badPage = 'This page no longer exists. Please start from the first page.';

/** One page of rows, in the order of the file: at most 50 after the row `after`. */
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

/** Imports the rows that were checked, in a job. 409 when the batch was matched again, or has been run. */
export const runImport = endpoint('POST', '/api/admin/imports/:id/run', 'admin', {
  confirmsAgain: true,
  params: IdParams,
  body: z.object({ revision: z.int({ error: 'Please check the file again' }) }),
  response: ImportDetails,
  errors: [400, 404, 409],
});

/** The rows that weren't imported, as they were in the file, each with its reason. */
export const downloadImportErrors = endpoint('GET', '/api/admin/imports/:id/not-imported', 'admin', {
  confirmsAgain: true,
  params: IdParams,
  download: { types: ['text/csv'] },
  response: z.never(),
  errors: [404, 409],
});

/** Removes the accounts and plans of a batch that nobody has used since, in a job. 409 unless the batch has been run. */
export const undoImport = endpoint('POST', '/api/admin/imports/:id/undo', 'admin', {
  confirmsAgain: true,
  params: IdParams,
  response: ImportDetails,
  errors: [404, 409],
});

/**
 * Emails each customer of a batch, once, a link to set a password and to consent to the plan. 409 `count_changed` when
 * another number could be invited than `expected`.
 */
export const inviteImported = endpoint('POST', '/api/admin/imports/:id/invitations', 'admin', {
  confirmsAgain: true,
  params: IdParams,
  body: z.object({ expected: z.int({ error: 'Please say how many invitations to send' }) }),
  response: ImportDetails,
  errors: [400, 404, 409],
});

/** Deletes a batch that hasn't been run, with its rows. */
export const discardImport = endpoint('DELETE', '/api/admin/imports/:id', 'admin', {
  params: IdParams,
  response: z.object({ success: z.literal(true) }),
  errors: [404, 409],
});

/** A plan that was imported for a customer and waits for their consent. */
export const AwaitingPlan = z.object({
  packageType: PackageType,
  preferredDay: z.nullable(z.string()),
  preferredTime: z.nullable(z.string()),
  address: z.string(),
  /** When its service was to start; null when the file didn't say. */
  startDate: z.nullable(DateKeyText),
});
export type AwaitingPlan = z.output<typeof AwaitingPlan>;

/** The signed-in customer's imported plan; null once there is a plan, or without one. */
export const getAwaitingPlan = endpoint('GET', '/api/me/imported-plan', 'customer', {
  response: z.nullable(AwaitingPlan),
  errors: [],
});
