import { inTransaction } from '../database/transaction.ts';
import type { JobPayloads } from '../jobs/job-kinds.ts';
import { readChargeOwner } from '../payments/billing/get-receipt.ts';
import { getPickup } from '../pickups/find-pickup.ts';
import type { Services } from '../services.ts';
import { writeMessages } from './write-messages.ts';

/** Jobs that earlier versions left in the queue. They write into the outbox, once however often they run. */

export async function writeEarlierReceipt(services: Services, { lineId }: JobPayloads['send-receipt']): Promise<void> {
  const recipientId = await readChargeOwner(services.db, lineId);
  const receipt = { kind: 'receipt', subjectId: lineId, recipientId, revision: '', dueAt: services.clock() } as const;
  await inTransaction(services.db, (trx) => writeMessages(services, trx, [receipt]));
}

export async function writeEarlierMove(
  services: Services,
  { pickupId, scheduledDate, reason }: JobPayloads['send-rescheduled'],
): Promise<void> {
  const { customerId } = await getPickup(services.db, pickupId);
  const about = { kind: 'changed', subjectId: pickupId, recipientId: customerId, revision: scheduledDate } as const;
  const move = { ...about, details: { scheduledDate, reason }, dueAt: services.clock() };
  await inTransaction(services.db, (trx) => writeMessages(services, trx, [move]));
}
