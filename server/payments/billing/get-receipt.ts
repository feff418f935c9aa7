import type { z } from 'zod/mini';
import type { Receipt } from '../../../contract/payments.ts';
import { planTermsText, termsText } from '../../../contract/values/change-policy.ts';
import { centsOf, centsToText } from '../../../contract/values/money.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { termsOf } from '../../pickups/change-terms.ts';
import { getPickup } from '../../pickups/find-pickup.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { nameOf } from '../payers/ensure-customer.ts';
import { findPayer } from '../payers/store.ts';
import { refundAtOf } from '../unspent/refund-unspent.ts';
import { findUnspent } from '../unspent/store.ts';
import { hasCredit, presentCharge } from './present-billing-item.ts';
import { type ChargeRow, findCharge, listRefundLines } from './store.ts';

type Shape = z.input<typeof Receipt>;

/** Returns the receipt of a charge. Throws 404 when the ledger row isn't a charge of this customer. */
export async function getReceipt(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  customerId: string,
  lineId: string,
): Promise<Shape> {
  const charge = await findCharge(db, lineId);
  if (charge?.customerId !== customerId) throw new Refusal(404, 'Receipt not found');
  const refunds = await readRefunds(db, charge.stripePaymentIntentId);
  const refundedCents = refunds.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  const payer = await findPayer(db, customerId);
  const unspent = await findUnspent(db, charge.stripePaymentIntentId ?? '');
  return {
    id: charge.id,
    number: receiptNumber(charge),
    paidAt: charge.movedAt.toISOString(),
    description: presentCharge(charge).description,
    amount: charge.amount,
    ...(hasCredit(charge) && { price: priceOf(charge), credit: charge.credit }),
    paidWith: charge.card,
    refunds,
    total: centsToText(centsOf(charge.amount) - refundedCents),
    terms: await readTerms(db, settings, charge),
    refundAt: unspent ? refundAtOf(unspent).toISOString() : null,
    business: {
      name: settings.brandName,
      address: settings.businessAddress ?? null,
      phone: settings.supportPhone,
      email: settings.supportEmail,
    },
    customer: {
      name: nameOf(payer),
      email: payer.email,
      address: payer.address,
    },
  };
}

function priceOf({ amount, credit }: Pick<ChargeRow, 'amount' | 'credit'>): string {
  return centsToText(centsOf(amount) + centsOf(credit));
}

/** Reads the terms to print. A pickup keeps the terms that it was booked under; a plan has the current ones. */
async function readTerms(
  db: Db,
  settings: Services['settings'],
  { pickupId, packageType }: Pick<ChargeRow, 'pickupId' | 'packageType'>,
): Promise<string | null> {
  if (pickupId) return termsText(termsOf(await getPickup(db, pickupId), settings));
  return packageType ? planTermsText(termsOf({ changeCutoff: null, lateRefundPercent: null }, settings)) : null;
}

async function readRefunds(db: Db, intentId: string | null): Promise<Shape['refunds']> {
  if (!intentId) return [];
  const lines = await listRefundLines(db, intentId);
  return lines.map(({ movedAt, refundAmount, amount }) => ({
    date: movedAt.toISOString(),
    amount: refundAmount ?? amount,
  }));
}

/** Returns the New York day and the end of the id: "20261121-3F9A1C2B". */
export function receiptNumber({ id, movedAt }: { id: string; movedAt: Date }): string {
  return `${dateKeyOf(movedAt).replaceAll('-', '')}-${id.slice(-8).toUpperCase()}`;
}
