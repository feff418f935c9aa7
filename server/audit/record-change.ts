import { v7 as newId } from 'uuid';
import type { AuditAction, AuditSubject, PickupAction } from '../../contract/audit.ts';
import type { Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { insertEntries } from './audit.store.ts';

/** The subject id of failed sign-ins with a username that no account has. */
export const nobodyId = '00000000-0000-0000-0000-000000000000';

export type Change = {
  /** The id of the person who made the change; null for the service itself. */
  actorId: string | null;
  subjectId: string;
  /** The change in words for people. */
  details?: Record<string, string>;
} & ({ subject: 'pickup'; action: PickupAction } | { subject: Exclude<AuditSubject, 'pickup'>; action: AuditAction });

/** Adds lines to the audit trail in the transaction that makes the changes, so that both commit or neither does. */
export async function recordChanges(
  services: Pick<Services, 'clock'>,
  trx: Db,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const at = services.clock();
  await insertEntries(
    trx,
    changes.map(({ details = {}, ...change }) => ({ ...change, id: newId(), at, details: JSON.stringify(details) })),
  );
}
