import type { z } from 'zod/mini';
import type { Receipt } from '../../../contract/payments.ts';
import { planTermsText, termsText } from '../../../contract/values/change-policy.ts';
import { type ChargeLine, completeLines, lineOf } from '../../../contract/values/charge-lines.ts';
import { centsOf, centsToText } from '../../../contract/values/money.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { termsOf } from '../../pickups/change-terms.ts';
import { getPickup } from '../../pickups/find-pickup.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { listLinesOfCharge } from '../lines/lines.store.ts';
import { nameOf } from '../payers/ensure-customer.ts';
import { findPayer } from '../payers/payers.store.ts';
import { refundAtOf } from '../unspent/refund-unspent.ts';
import { findUnspent } from '../unspent/unspent.store.ts';
import { type ChargeRow, findCharge, listRefundLines } from './billing.store.ts';
import { hasCredit, presentCharge } from './present-billing-item.ts';

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
    lines: await readLines(db, charge),
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

async function readLines(db: Db, charge: ChargeRow): Promise<Shape['lines']> {
  const known = await listLinesOfCharge(db, charge);
  const lines = completeLines(known.length > 0 ? known : plainLines(charge), centsOf(charge.amount));
  return lines.map(({ kind, quantity, cents, taxCents }) => {
    return { kind, quantity, amount: centsToText(cents), tax: centsToText(taxCents) };
  });
}

/** Returns the lines of a charge that a server of the previous release recorded: it has none. */
function plainLines({ amount, credit, pickupId, packageType }: ChargeRow): ChargeLine[] {
  const creditCents = centsOf(credit);
  const kind = pickupId ? 'pickup' : packageType ? 'plan-month' : 'other';
  const price = lineOf(kind, centsOf(amount) + creditCents);
  return creditCents === 0 ? [price] : [price, lineOf('credit', -creditCents)];
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
