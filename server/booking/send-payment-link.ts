import { v7 as newId } from 'uuid';
import { requireCustomer } from '../accounts/members/require-customer.ts';
import { recordChanges } from '../audit/record-change.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import { requireAdminPickup } from '../pickups/find-pickup.ts';
import { findPickupToPay } from '../pickups/payment-marks.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import { limitByKey } from '../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';
import { Refusal } from '../refusal.ts';
import type { Services, WritesMessages } from '../services.ts';

/** Keeps a mailbox from being flooded. */
const linkLimit: RateLimit = { name: 'payment-link', limit: 5, windowMs: 30 * 60_000 };

/** Has the payment link of a pickup emailed again. Returns the address. Throws 404, 409 (nothing to pay) and 429. */
export async function requestPaymentLink(
  services: Pick<Services, 'db'> & WritesMessages,
  actorId: string,
  pickupId: string,
): Promise<{ email: string }> {
  const { db } = services;
  const { customerId, amount } = await requireAdminPickup(db, pickupId);
  await findPickupToPay(services, db, { customerId, pickupId });
  if (!/[1-9]/.test(amount)) throw new Refusal(409, 'This pickup is part of a plan.');
  const { email } = await requireCustomer(db, customerId);
  await limitByKey(services, linkLimit, pickupId);
  await inTransaction(db, async (trx) => {
    await findPickupToPay(services, trx, { customerId, pickupId }, 'lock');
    const line = { actorId, action: 'payment_link_sent', subject: 'pickup', subjectId: pickupId } as const;
    await recordChanges(services, trx, [{ ...line, details: { email } }]);
    await writePaymentLink(services, trx, { id: pickupId, customerId });
  });
  return { email };
}

/** Writes the email with the link to pay for a pickup, in the transaction that causes it. */
export async function writePaymentLink(
  services: WritesMessages,
  trx: Db,
  { id: subjectId, customerId: recipientId }: Pick<PickupRow, 'id' | 'customerId'>,
): Promise<void> {
  const link = { kind: 'payment-link', subjectId, recipientId, revision: newId(), dueAt: services.clock() } as const;
  await services.messages.write(services, trx, [link]);
}
