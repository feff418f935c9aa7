import { makeFirstPasswordLink } from '../accounts/members/add-customer.ts';
import { requireCustomer } from '../accounts/members/require-customer.ts';
import type { Services } from '../services.ts';
import { findAwaiting, type ImportedPlanRow } from './plans/plans.store.ts';
import { findRow, setSent } from './rows.store.ts';

/** What an invitation asks its customer to do: at least one of the two isn't null. */
export interface Invitation {
  readonly firstName: string | null;
  /** Sets the first password; null for a customer who has one. */
  readonly token: string | null;
  /** The plan that awaits consent. */
  readonly plan: ImportedPlanRow | null;
}

/**
 * Reads what the customer of an imported row is invited to, and makes the link that sets the first password. Undefined when the
 * invitation was sent, when the import was undone, and when there is nothing left to do.
 */
export async function readInvitation(
  services: Pick<Services, 'db' | 'clock'>,
  at: { batchId: string; number: number },
): Promise<Invitation | undefined> {
  const { db } = services;
  const row = await findRow(db, at);
  if (!row?.customerId || row.sentAt || (row.outcome !== 'made' && row.outcome !== 'linked')) return undefined;
  const { id, isActive, firstName } = await requireCustomer(db, row.customerId);
  if (!isActive) return undefined;
  const plan = (await findAwaiting(db, id)) ?? null;
  const token = (await makeFirstPasswordLink(services, id))?.token ?? null;
  return plan || token ? { firstName, token, plan } : undefined;
}

/** Records that the invitation of a row has left. */
export async function recordInvitation(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  at: { batchId: string; number: number },
): Promise<void> {
  await setSent(db, at, clock());
}
