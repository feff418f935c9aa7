import { v7 as newId } from 'uuid';
import type { AuditAction, AuditSubject } from '../../contract/audit.ts';
import type { Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { insertEntries } from './store.ts';

export interface Change {
  /** Who did it; null for the service itself. */
  actorId: string | null;
  action: AuditAction;
  subject: AuditSubject;
  subjectId: string;
  /** From what to what, in words for a person. */
  details?: Record<string, string>;
}

/** Writes lines of the trail in the transaction that makes the changes: there is one exactly if the other is. */
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
