import { makeFirstPasswordLink } from '../accounts/members/add-customer.ts';
import { requireCustomer } from '../accounts/members/require-customer.ts';
import type { Services } from '../services.ts';
import { findAwaiting, type ImportedPlanRow } from './plans/plans.store.ts';
import { findRow, setSent } from './rows.store.ts';

/** The content of an invitation. At least one of `token` and `plan` isn't null. */
export interface Invitation {
  readonly firstName: string | null;
  /** The token of the link that sets the first password; null for a customer who has a password. */
  readonly token: string | null;
  /** The plan that awaits consent. */
  readonly plan: ImportedPlanRow | null;
}

/**
 * Reads the invitation of an imported row's customer, and makes the link that sets the first password. Returns
 * undefined when the invitation was already sent, when the import was undone, and when the customer has nothing left to
 * do.
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

/** Records that a row's invitation was sent. */
export async function recordInvitation(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  at: { batchId: string; number: number },
): Promise<void> {
  await setSent(db, at, clock());
}
