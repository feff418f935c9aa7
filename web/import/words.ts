import {
  type ImportBatch,
  type ImportDetails,
  type ImportEncoding,
  type ImportField,
  type ImportFilter,
  type ImportRow,
  type ImportState,
  importFields,
  maxImportBytes,
  maxImportRows,
} from '../../contract/import.ts';
import type { BadgeTone } from '../ui/badge.tsx';

export const fieldLabels: Record<ImportField, string> = {
  name: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone number',
  address: 'Address in one column',
  houseNumber: 'House number',
  street: 'Street',
  unit: 'Apartment or second line',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  username: 'Username',
  package: 'Package',
  extras: 'Extras',
  days: 'Service day',
  time: 'Preferred time',
  startDate: 'Start date',
  note: 'Note for staff',
};

/** The parts of an address in the preview. */
export const partLabels: Record<ImportRow['addressParts'][number]['part'], string> = {
  street: 'Street',
  unit: 'Second line',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
};

/** Returns which columns have values and aren't imported; null if there is none. */
export function unusedText({ unusedColumns }: Pick<ImportDetails, 'unusedColumns'>): string | null {
  if (unusedColumns.length === 0) return null;
  const columns = unusedColumns.map(({ name, values }) => `"${name}" (${counted(values, 'row')})`);
  return `Not imported: ${columns.join(', ')}.`;
}

/** The encodings that a person can choose between. A file in UTF-16 is certain, so it has no choice. */
export const encodingLabels: Partial<Record<ImportEncoding, string>> = {
  'utf-8': 'Unicode (UTF-8)',
  'windows-1252': 'Windows (Western)',
  macintosh: 'Mac (Excel for Mac)',
};

/** Returns what a row says, for choosing the one that names the columns: "Row 4: Name, Phone, Email". */
export function headerOption({ number, cells }: ImportDetails['firstRows'][number]): string {
  const text = cells.slice(0, 4).join(', ');
  return `Row ${number}: ${text.length > 70 ? `${text.slice(0, 70)}…` : text}`;
}

/** Returns which rows above the column names are left out; null if none is. */
export function aboveText({ rowsAbove, firstRows }: Pick<ImportDetails, 'rowsAbove' | 'firstRows'>): string | null {
  if (rowsAbove === 0) return null;
  const texts = firstRows.slice(0, Math.min(rowsAbove, 3)).map(({ cells }) => `"${cells.slice(0, 2).join(', ')}"`);
  const more = rowsAbove > texts.length ? ' and more' : '';
  return `${counted(rowsAbove, 'row')} above the column names ${rowsAbove === 1 ? 'is' : 'are'} left out: ${texts.join(', ')}${more}.`;
}

export const stateTexts: Record<ImportState, string> = {
  uploaded: 'Columns not matched yet',
  checking: 'Checking',
  checked: 'Ready to import',
  running: 'Importing',
  done: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
};

/** Returns true while a job is at work on the batch, so that its figures change. */
export function isWorking(state: ImportState): boolean {
  return state === 'checking' || state === 'running' || state === 'undoing';
}

export const steps = ['Upload', 'Match columns', 'Check', 'Import'] as const;

/**
 * Returns the number of the step on screen, counted from 1. `wanted` 'columns' leads from the check back to the
 * columns.
 */
export function stepOf(state: ImportState, wanted: string | undefined): 2 | 3 | 4 {
  if (state === 'uploaded') return 2;
  if (state === 'checking' || state === 'checked') return wanted === 'columns' ? 2 : 3;
  return 4;
}

/** Returns why the columns can't be checked yet; null if every required field has a column. */
export function missingText(fields: readonly (ImportField | null)[]): string | null {
  const has = (...wanted: ImportField[]) => wanted.some((field) => fields.includes(field));
  const missing = [
    !has('name') && !(has('firstName') && has('lastName')) && 'the name',
    !has('email') && 'the email',
    !has('phone') && 'the phone number',
    !has('address', 'street') && 'the address',
  ].filter((part) => part !== false);
  return missing.length === 0 ? null : `Choose the column${missing.length === 1 ? '' : 's'} for ${listText(missing)}.`;
}

function listText(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** The fields that a column can take, in the order of the list. */
export const fieldOptions = importFields.map((field) => ({ field, label: fieldLabels[field] }));

/** "1 row", "4,812 rows" */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** Returns why a file can't be uploaded; null if it can. The server checks it again. */
export function fileProblem(file: { name: string; size: number }): string | null {
  if (/\.(?:xlsx?|numbers|ods)$/i.test(file.name)) {
    return 'This is a spreadsheet. Open it, choose File, Save As, pick "CSV UTF-8 (Comma delimited)", and choose that file.';
  }
  if (file.size > maxImportBytes) {
    return `This file is larger than ${maxImportBytes / 1024 / 1024} MB. Please split it into smaller files.`;
  }
  return file.size === 0 ? 'This file is empty.' : null;
}

export const limitsText = `CSV, up to ${maxImportBytes / 1024 / 1024} MB and ${maxImportRows.toLocaleString('en-US')} rows.`;

/** Returns the chips over the rows, each with its number of rows. Chips without rows are left out, except the first. */
export function chipsOf(batch: ImportBatch): { id: ImportFilter; label: string; count: string }[] {
  const { checked, results, plans, rows } = batch;
  const isRun = stepOf(batch.state, undefined) === 4;
  const chips: (readonly [ImportFilter, string, number])[] = [
    ['all', 'All rows', rows],
    ...(isRun
      ? ([
          ['made', 'New customers', results.made],
          ['linked', 'Plans added', results.linked],
          ['awaiting', 'Awaiting consent', plans.awaiting],
          ['left-out', 'Skipped', results.leftOut],
          ['failed', 'Failed', results.failed],
          ['undone', 'Removed', results.undone],
          ['stays', 'Stayed', results.stays],
        ] as const)
      : ([
          ['new', 'New customers', checked.new],
          ['plan', 'Plans to add', checked.plan],
          ['remarks', 'Worth a look', checked.remarks],
        ] as const)),
    ['duplicate', 'Nothing to add', checked.duplicate],
    ['error', 'Errors', checked.error],
  ];
  return chips
    .filter(([id, , count]) => id === 'all' || count > 0)
    .map(([id, label, count]) => ({ id, label, count: count.toLocaleString('en-US') }));
}

/** Returns the badge of a row; null until it is checked. */
export function rowBadge({ verdict, outcome, consent }: ImportRow): { text: string; tone: BadgeTone } | null {
  if (outcome === 'undone') return { text: 'Removed', tone: 'neutral' };
  if (outcome === 'stays') return { text: 'Stayed', tone: 'maize' };
  if (outcome === 'failed') return { text: 'Failed', tone: 'brick' };
  if (outcome === 'left-out') return { text: 'Skipped', tone: 'maize' };
  if (outcome !== null) {
    if (consent === 'awaiting') return { text: 'Awaiting consent', tone: 'azure' };
    if (consent === 'consented') return { text: 'Plan bought', tone: 'leaf' };
    return { text: 'Imported', tone: 'leaf' };
  }
  if (verdict === 'new') return { text: 'New customer', tone: 'leaf' };
  if (verdict === 'plan') return { text: 'Plan to add', tone: 'leaf' };
  if (verdict === 'duplicate') return { text: 'Nothing to add', tone: 'maize' };
  return verdict === 'error' ? { text: 'Error', tone: 'brick' } : null;
}

/** Returns the effects of the import, in sentences. */
export function planTexts({ checked }: ImportBatch): string[] {
  return [
    `${counted(checked.new, 'new customer')} will be added.`,
    checked.plans > 0 &&
      `${counted(checked.plans, 'plan')} will wait for ${checked.plans === 1 ? 'its customer' : 'their customers'} to confirm and pay. Nothing is charged before that.`,
    checked.plan > 0 &&
      `${counted(checked.plan, 'of them is', 'of them are')} for customers you already have. Their accounts don't change.`,
    checked.duplicate > 0 && `${counted(checked.duplicate, 'row has', 'rows have')} nothing to add.`,
    checked.error > 0 && `${counted(checked.error, 'row has', 'rows have')} errors and won't be imported.`,
  ].filter((text) => text !== false);
}

/** Returns the results of the import, in sentences. */
export function resultTexts({ results, checked, plans }: ImportBatch): string[] {
  return [
    `${counted(results.made, 'customer')} added.`,
    results.linked > 0 && `${counted(results.linked, 'plan')} added to customers you already had.`,
    plans.consented > 0 && `${counted(plans.consented, 'customer has', 'customers have')} confirmed the plan.`,
    plans.awaiting > 0 && `${counted(plans.awaiting, 'plan is', 'plans are')} awaiting consent.`,
    checked.duplicate + results.leftOut > 0 &&
      `${counted(checked.duplicate + results.leftOut, 'row')} skipped: nothing to add.`,
    checked.error + results.failed > 0 && `${counted(checked.error + results.failed, 'row')} not imported.`,
    results.undone > 0 && `${counted(results.undone, 'row')} removed again.`,
    results.stays > 0 && `${counted(results.stays, 'row')} stayed, because the account has been used.`,
  ].filter((text) => text !== false);
}
