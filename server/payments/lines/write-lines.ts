import { type ChargeLine, completeLines, lineOf, sumOfLines } from '../../../contract/values/charge-lines.ts';
import { centsOf } from '../../../contract/values/money.ts';
import type { Db } from '../../database/transaction.ts';
import { insertPayment, type NewPayment, type PaymentRow } from '../payments.store.ts';
import { insertLines, type LineOwner, type LineTarget, listLinesOfPayment } from './lines.store.ts';

/** Writes lines. All of them are written here, so that the lines of a charge always add up to its amount. */

/** Inserts a payment with the lines that its amount is made of. Throws an error if they don't add up to it. */
export async function insertPaymentWithLines(
  trx: Db,
  payment: NewPayment,
  lines: readonly ChargeLine[],
): Promise<PaymentRow> {
  const made = await insertPayment(trx, payment);
  await write(trx, { paymentId: made.id }, { cents: centsOf(made.amount), lines, pickupId: made.pickupId });
  return made;
}

/** Writes the lines of a charge that the provider began, such as a renewal. Throws an error if they don't add up to it. */
export async function writeChargeLines(
  trx: Db,
  charge: { readonly id: string; readonly cents: number; readonly lines: readonly ChargeLine[] } & LineTarget,
): Promise<void> {
  const { id: chargeId, ...written } = charge;
  await write(trx, { chargeId }, written);
}

/**
 * Completes the lines of a payment that is charged: a payment that an older server opened has none, and the provider
 * may have charged another amount than we asked for.
 */
export async function completePaymentLines(trx: Db, payment: PaymentRow, chargedCents: number): Promise<void> {
  const known = await listLinesOfPayment(trx, payment.id);
  const agreed = known.length > 0 ? known : [lineOf(kindOf(payment), centsOf(payment.amount))];
  const { pickupId, subscriptionId } = payment;
  const missing = completeLines(agreed, chargedCents).slice(known.length);
  await insertLines(trx, { paymentId: payment.id }, missing, { after: known.length, pickupId, subscriptionId });
}

/** Returns what the only line of a payment is, by the payment's purpose. */
function kindOf({ purpose, bookingId }: PaymentRow): ChargeLine['kind'] {
  if (purpose === 'subscription') return 'plan-month';
  return purpose === 'pickup' || bookingId !== null ? 'pickup' : 'other';
}

async function write(
  trx: Db,
  owner: LineOwner,
  { cents, lines, ...target }: { cents: number; lines: readonly ChargeLine[] } & LineTarget,
): Promise<void> {
  const sum = sumOfLines(lines);
  if (sum !== cents) throw new Error(`the lines add up to ${sum} cents, and the charge is ${cents}`);
  await insertLines(trx, owner, lines, { after: 0, ...target });
}
