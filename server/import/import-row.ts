import { v5 as derivedId, v7 as newId } from 'uuid';
import { insertCustomer, withFreeUsername } from '../accounts/members/add-customer.ts';
import { findAccountId } from '../accounts/members/find-account.ts';
import { lookUpAddress } from '../addresses/locate-address.ts';
import { writeNote } from '../customers/notes/change-notes.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { isUnproven } from './check-rules.ts';
import type { BatchRow } from './import.store.ts';
import { lockCustomer } from './people.store.ts';
import { insertPlan, listPlanned } from './plans/plans.store.ts';
import { type PlanValues, type RowValues, readRow } from './reading/row-rules.ts';
import { isImportedTwice, lockRow, type RowRow, setOutcome } from './rows.store.ts';

interface Run {
  batch: BatchRow;
  /** The admin who started the run. */
  actorId: string;
}

type Row = Pick<RowRow, 'batchId' | 'number' | 'cells' | 'customerId'>;

/**
 * Imports one row: a new account, or a plan for an existing customer, in one transaction with the row's outcome. If
 * something changed since the check, doesn't throw: the row's outcome becomes `left-out` or `failed`, with the reason.
 * Does nothing when another worker was faster.
 */
export async function importRow(services: Services, run: Run, row: Row): Promise<void> {
  const { values } = readRow(row.cells, run.batch.fields);
  if (!values) return await recordNotImported(services, row, 'failed', 'This row could no longer be read.');
  try {
    if (row.customerId) return await linkRow(services, row, values, row.customerId);
    const make = async (username: string) => await makeRow(services, run, row, values, username);
    if (values.username) await make(values.username);
    else await withFreeUsername(values, make);
  } catch (error) {
    await explainFailure(services, run, row, values, error);
  }
}

async function makeRow(services: Services, run: Run, row: Row, values: RowValues, username: string): Promise<void> {
  const { batch, actorId } = run;
  const { plan, note, ...person } = values;
  await inTransaction(services.db, async (trx) => {
    if (!(await lockRow(trx, row, null))) return;
    const file = batch.fileName;
    const customer = await insertCustomer(services, trx, { ...person, username }, { actorId, file });
    if (note) {
      const written = { authorId: actorId, text: note, createdAt: services.clock() };
      await writeNote(services, trx, { ...written, id: noteIdOf(row), customerId: customer.id });
    }
    if (plan) await addPlan(services, trx, row, { customerId: customer.id, plan, address: values.address });
    await finishRow(services, trx, row, { outcome: 'made', customerId: customer.id, address: values.address });
  });
}

/** Returns the id of the note that a row brings, which differs from the ids of notes that people add. */
export function noteIdOf({ batchId, number }: Pick<Row, 'batchId' | 'number'>): string {
  return derivedId(`note ${number}`, batchId);
}

/** Records the row's outcome. Keeps the address key until the address is looked up, because the progress counts it. */
async function finishRow(
  services: Services,
  trx: Db,
  row: Row,
  { outcome, customerId, address }: { outcome: 'made' | 'linked'; customerId: string; address: string },
): Promise<void> {
  const { isFinal } = await lookUpAddress(services, trx, address);
  await setOutcome(trx, row, { outcome, outcomeText: null, customerId, ...(isFinal && { addressKey: null }) });
}

/** Adds the plan to an existing customer. The account doesn't change. */
async function linkRow(services: Services, row: Row, { plan, address }: RowValues, customerId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    if (!(await lockRow(trx, row, null))) return;
    const leave = async (outcomeText: string) => {
      await setOutcome(trx, row, { outcome: 'left-out', outcomeText, customerId });
    };
    const customer = await lockCustomer(trx, customerId);
    if (!customer) return await leave('This account is deactivated, or no longer belongs to a customer.');
    if (!plan) return await leave('This customer already has an account. There was nothing to add.');
    if (isUnproven(customer)) return await leave("This account's email isn't verified, so the plan wasn't added.");
    if ((await listPlanned(trx, [customerId])).size > 0) return await leave('This customer already has a plan.');
    await addPlan(services, trx, row, { customerId, plan, address });
    await finishRow(services, trx, row, { outcome: 'linked', customerId, address });
  });
}

interface NewPlan {
  customerId: string;
  plan: PlanValues;
  address: string;
}

async function addPlan(services: Services, trx: Db, row: Row, { customerId, plan, address }: NewPlan): Promise<void> {
  await insertPlan(trx, {
    ...{ id: newId(), customerId, batchId: row.batchId, rowNumber: row.number, address },
    ...{ ...plan, createdAt: services.clock() },
  });
}

/**
 * Records why a row wasn't imported. If its email was taken since the check, adds the plan to the customer who has the
 * email. Rethrows errors that aren't about the row, such as a lost database.
 */
async function explainFailure(
  services: Services,
  run: Run,
  row: Row,
  values: RowValues,
  error: unknown,
): Promise<void> {
  if (isImportedTwice(error))
    return await recordNotImported(services, row, 'left-out', 'The same row was imported meanwhile.');
  if (!(error instanceof Refusal)) {
    // The database would refuse these values on every attempt, and that would hold up all other rows.
    const { code = '' } = error as { code?: string };
    if (!/^2[23]/.test(code)) throw error;
    // The log entry leaves out the error, because its text contains the values.
    services.log.error(
      { code, batchId: row.batchId, row: row.number },
      'a row of an import was refused by the database',
    );
    return await recordNotImported(services, row, 'failed', "We couldn't import this row.");
  }
  const owner = error.code === 'email_taken' ? await findAccountId(services.db, values.email) : undefined;
  if (owner) return await importRow(services, run, { ...row, customerId: owner });
  await recordNotImported(services, row, 'failed', error.message);
}

async function recordNotImported(
  { db }: Pick<Services, 'db'>,
  row: Row,
  outcome: 'left-out' | 'failed',
  outcomeText: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (await lockRow(trx, row, null)) await setOutcome(trx, row, { outcome, outcomeText });
  });
}
