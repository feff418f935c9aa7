import { v5 as derivedId } from 'uuid';
import type { AuditSubject } from '../../contract/audit.ts';
import type { Services } from '../services.ts';
import { findCustomerOf, insertOnce } from './audit.store.ts';

const hourMs = 3_600_000;

/**
 * Records that an admin looked at a customer, or at a customer's pickup or subscription. Writes at most one line an
 * hour for each admin and customer, because an open dialog refetches every few seconds.
 */
export async function recordLook(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actorId: string,
  at: { subject: AuditSubject; id: string },
): Promise<void> {
  const customerId = await findCustomerOf(db, at);
  if (customerId === undefined || customerId === actorId) return;
  const now = clock();
  const hour = Math.floor(now.getTime() / hourMs);
  await insertOnce(db, {
    id: derivedId(`viewed ${actorId} ${hour}`, customerId),
    ...{ at: now, actorId, action: 'viewed', subject: 'user', subjectId: customerId },
  });
}
