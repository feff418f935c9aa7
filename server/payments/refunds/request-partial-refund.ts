import { v7 as newId } from 'uuid';
import type { z } from 'zod/mini';
import type { refundPickup as endpoint, PickupPayment } from '../../../contract/payments.ts';
import { centsOf, centsToText, textToCents } from '../../../contract/values/money.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { requireAdminPickup } from '../../pickups/find-pickup.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { askRefund } from './ask-refund.ts';
import { type PaidCharge, readPaidCharges, sumOf } from './read-paid.ts';
import { listRefundsOfIntent, listRefundsOfRequest, type RefundRow } from './refunds.store.ts';
import { refundKeyOf } from './rules.ts';
import { syncPickupRefunds } from './sync-pickup-refunds.ts';

type Body = z.output<(typeof endpoint)['body']>;
type Shape = z.input<typeof PickupPayment>;

/** Returns what was paid for a pickup, with its refunds. Throws 404 for an unknown pickup. */
export async function getPickupPayment({ db }: Pick<Services, 'db'>, pickupId: string): Promise<Shape> {
  await requireAdminPickup(db, pickupId);
  return await present(db, await readPaidCharges(db, pickupId));
}

/** The reasons of refunds that nobody gave one for. */
const reasons: Record<RefundRow['why'], string> = {
  asked: 'Refunded by staff',
  cancelled: 'The pickup was cancelled',
  unused: 'The payment bought nothing',
  'late-month': 'The month was charged after the plan had ended',
  'plan-end': 'The plan has ended',
};

/**
 * Requests a refund of part or all of what was paid for a pickup, with a reason. It is taken from the newest charge
 * first, and at most what is left of each. The pickup doesn't change. Jobs make the refunds. The same `refundKey` is the
 * same request. Throws 400 (a bad amount, or more than is left), 404, 409 (nothing was paid, the charge is disputed,
 * nothing is left, or the key was used for another refund), 503 (the provider, which knows the remaining amount, is
 * unavailable).
 */
export async function requestPartialRefund(
  services: Services,
  actorId: string,
  pickupId: string,
  body: Body,
): Promise<Shape> {
  const cents = textToCents(body.amount);
  if (cents === null || cents <= 0) throw badAmount('Please enter an amount such as 45.00');
  await requireAdminPickup(services.db, pickupId);
  // A person may have refunded part of it in the provider's own screens.
  await syncPickupRefunds(services, pickupId);
  await inTransaction(services.db, async (trx) => {
    await requireAdminPickup(trx, pickupId);
    const charges = await readPaidCharges(trx, pickupId, 'lock');
    if (charges.length === 0) throw new Refusal(409, 'Nothing was paid for this pickup.', { code: 'not_paid' });
    if (await isTwin(trx, pickupId, cents, body)) return;
    requireRefundable(charges, cents);
    await askParts(services, trx, { charges, cents, pickupId, actorId, body });
    const details = { refund: `$${centsToText(cents)}`, reason: body.reason };
    const change = { actorId, action: 'refunded', subject: 'pickup', subjectId: pickupId, details } as const;
    await recordChanges(services, trx, [change]);
  });
  return await getPickupPayment(services, pickupId);
}

/** Returns whether the same refund was requested before. Throws 409 when the key was used for another one. */
async function isTwin(trx: Db, pickupId: string, cents: number, { refundKey, reason }: Body): Promise<boolean> {
  const twins = await listRefundsOfRequest(trx, refundKey);
  if (twins.length === 0) return false;
  const sum = twins.reduce((total, { amount }) => total + centsOf(amount), 0);
  if (sum !== cents || twins.some((twin) => twin.reason !== reason || twin.pickupId !== pickupId)) throw keyReused();
  return true;
}

interface Wanted {
  readonly charges: readonly PaidCharge[];
  readonly cents: number;
  readonly pickupId: string;
  readonly actorId: string;
  readonly body: Body;
}

/** Asks for a refund of each charge, newest first, until the amount is reached. */
async function askParts(services: Services, trx: Db, { charges, pickupId, actorId, body, ...wanted }: Wanted) {
  const { refundKey: causeId, reason } = body;
  let owedCents = wanted.cents;
  for (const { payment, intentId, isDisputed, leftCents } of charges) {
    const cents = isDisputed ? 0 : Math.min(leftCents, owedCents);
    if (cents === 0) continue;
    // The first one is known by the request's key.
    const id = owedCents === wanted.cents ? causeId : newId();
    const asked = { id, key: refundKeyOf(id), causeId, intentId, customerId: payment.customerId, pickupId, cents };
    const made = await askRefund(services, trx, { ...asked, why: 'asked', reason, requestedBy: actorId });
    if (!made) throw keyReused();
    owedCents -= cents;
  }
}

function keyReused(): Refusal {
  return new Refusal(409, 'This refund was already sent with a different amount or reason.', { code: 'key_reused' });
}

function requireRefundable(charges: readonly PaidCharge[], cents: number): void {
  const disputedCharges = charges.filter(({ isDisputed }) => isDisputed);
  const leftCents = sumOf(charges, 'leftCents') - sumOf(disputedCharges, 'leftCents');
  if (cents <= leftCents) return;
  if (disputedCharges.length > 0) throw new Refusal(409, disputed, { code: 'disputed' });
  if (leftCents === 0) {
    const isMade = charges.every(({ payment: { status } }) => status === 'refunded' || status === 'succeeded');
    const message = isMade ? 'All of it has been refunded.' : 'All of it is being refunded already.';
    throw new Refusal(409, message, { code: 'nothing_left' });
  }
  throw badAmount(`You can refund up to $${centsToText(leftCents)}.`);
}

const disputed = "This payment is disputed, so it can't be refunded: the cardholder's bank will decide.";

function badAmount(message: string): Refusal {
  return new Refusal(400, message, { errors: { amount: message } });
}

async function present(db: Db, charges: readonly PaidCharge[]): Promise<Shape> {
  const refunds: RefundRow[] = [];
  for (const { intentId } of charges) refunds.push(...(await listRefundsOfIntent(db, intentId)));
  refunds.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  return {
    paid: charges.length > 0 ? centsToText(sumOf(charges, 'paidCents')) : null,
    refunded: centsToText(sumOf(charges, 'refundedCents')),
    left: centsToText(sumOf(charges, 'leftCents')),
    refunds: refunds.map(presentRefund),
    isDisputed: charges.some(({ isDisputed }) => isDisputed),
  };
}

function presentRefund({ id, amount, reason, why, status, refusal, settledAs, createdAt }: RefundRow) {
  return {
    ...{ id, amount, reason: reason ?? reasons[why], status },
    ...(status === 'refused' && { refusal }),
    ...{ settledAs, createdAt: createdAt.toISOString() },
  };
}
