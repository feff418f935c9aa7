import { requireCustomer } from '../accounts/members/require-customer.ts';
import { recordChanges } from '../audit/record-change.ts';
import { inTransaction } from '../database/transaction.ts';
import { sendUnlessRefused } from '../mail/send-to-address.ts';
import { requireAdminPickup } from '../pickups/find-pickup.ts';
import { findPickupToPay } from '../pickups/payment-marks.ts';
import { limitByKey } from '../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { paymentLinkMail } from './mails.ts';

/** So that a mailbox isn't flooded. */
const linkLimit: RateLimit = { name: 'payment-link', limit: 5, windowMs: 30 * 60_000 };

/** Enqueues the payment link of a pickup again. Throws 404, 409 (there is nothing to pay) and 429. */
export async function requestPaymentLink(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  actorId: string,
  pickupId: string,
): Promise<{ email: string }> {
  const { db, jobs } = services;
  const { customerId, amount } = await requireAdminPickup(db, pickupId);
  await findPickupToPay(services, db, { customerId, pickupId });
  if (!/[1-9]/.test(amount)) throw new Refusal(409, 'This pickup is part of a plan.');
  const { email } = await requireCustomer(db, customerId);
  await limitByKey(services, linkLimit, pickupId);
  await inTransaction(db, async (trx) => {
    await findPickupToPay(services, trx, { customerId, pickupId }, 'lock');
    const line = { actorId, action: 'payment_link_sent', subject: 'pickup', subjectId: pickupId } as const;
    await recordChanges(services, trx, [{ ...line, details: { email } }]);
    await jobs.enqueue(trx, 'send-payment-link', { pickupId });
  });
  return { email };
}

/** Emails the link. Does nothing once the pickup is paid or cancelled. */
export async function sendPaymentLink(
  services: Pick<Services, 'db' | 'settings' | 'mail' | 'clock'>,
  pickupId: string,
): Promise<void> {
  const { db, settings, clock } = services;
  const pickup = await requireAdminPickup(db, pickupId);
  if (pickup.paymentStatus !== 'pending' || pickup.status === 'cancelled') return;
  const { email } = await requireCustomer(db, pickup.customerId);
  await sendUnlessRefused(services, paymentLinkMail(settings, { ...pickup, email }, clock()));
}
