import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../../database/transaction.ts';
import type { ProviderPayment, ProviderRefund } from '../payment-provider.ts';
import { refundStateOf } from './bank.ts';
import { describeCard, tryCard } from './cards.ts';
import { changeOpenIntent, insertIntent, type SimulatedIntent, type SimulatedRefund } from './payments.store.ts';
import { activate, changeInvoice, findInvoiceOfIntent } from './plans.store.ts';

/** The simulated provider's payment intents, for one-time payments and plans. */

/** Returns an id in Stripe's format: the same one for the same seed, random without a seed. */
export function newId(prefix: string, seed?: string): string {
  const hex = seed ? createHash('sha256').update(seed).digest('hex') : randomBytes(12).toString('hex');
  return `${prefix}_${hex.slice(0, 24)}`;
}

export async function makeIntent(
  db: Db,
  wanted: Pick<SimulatedIntent, 'idempotencyKey' | 'amountCents' | 'customerId'>,
): Promise<SimulatedIntent> {
  const id = newId('pi');
  const intent = await insertIntent(db, { ...wanted, id, clientSecret: newId(`${id}_secret`) });
  if (intent.amountCents !== wanted.amountCents) {
    throw new Error(`the idempotency key ${wanted.idempotencyKey} was used for another amount`);
  }
  return intent;
}

/**
 * Charges a card for an open intent and updates the invoice that the intent pays. If the card is declined, saves the
 * reason in the intent. Returns undefined when the intent is already paid or cancelled.
 */
export async function tryIntent(
  trx: Db,
  id: string,
  paymentMethodId: string,
  now: Date,
): Promise<SimulatedIntent | undefined> {
  const refused = tryCard(paymentMethodId);
  const lastError = {
    lastErrorCode: refused?.code ?? null,
    lastDeclineCode: refused?.declineCode ?? null,
    lastErrorMessage: refused?.message ?? null,
  };
  const paid = { status: 'succeeded', paymentMethodId, paidAt: now } as const;
  const intent = await changeOpenIntent(trx, id, { ...lastError, ...(!refused && paid) });
  if (!intent) return undefined;
  const invoice = await findInvoiceOfIntent(trx, id);
  if (!invoice) return intent;
  // `attempts` stays 1: it counts the provider's own attempts, and the simulated provider never retries.
  await changeInvoice(trx, invoice.id, { attempts: 1, ...(!refused && ({ status: 'paid', paidAt: now } as const)) });
  if (!refused) await activate(trx, invoice.subscriptionId);
  return intent;
}

/** Returns an intent with its refunds as they are at a time. */
export function presentIntent(intent: SimulatedIntent, rows: readonly SimulatedRefund[], now: Date): ProviderPayment {
  const refunds = rows.map((refund) => presentRefund(intent, refund, now));
  const { lastErrorCode: code, lastDeclineCode: declineCode, lastErrorMessage: message } = intent;
  return {
    id: intent.id,
    clientSecret: intent.clientSecret,
    amountCents: intent.amountCents,
    status: intent.status === 'requires_payment_method' ? 'open' : intent.status,
    waitsFor: intent.status === 'requires_payment_method' ? 'card' : null,
    refundedCents: refunds.reduce((sum, one) => sum + (one.status === 'failed' ? 0 : one.amountCents), 0),
    refunds,
    paymentMethod: intent.paymentMethodId,
    card: intent.status === 'succeeded' ? describeCard(intent.paymentMethodId) : null,
    paidAt: intent.paidAt,
    lastError: code && declineCode && message ? { code, declineCode, message } : null,
  };
}

/** What is added to the key of a refund that is made again after the bank has returned it. */
const againMark = ':returned-';

function presentRefund(intent: SimulatedIntent, refund: SimulatedRefund, now: Date): ProviderRefund {
  const { id, amountCents, createdAt } = refund;
  const [idempotencyKey = null] = refund.idempotencyKey.split(againMark);
  return { id, amountCents, createdAt, idempotencyKey, ...refundStateOf(intent, refund, now) };
}

/**
 * Returns the key to store a refund under; null when its key has made one that the bank hasn't returned. A key that was
 * returned is stored with a number, because stored keys are unique.
 */
export function storedKeyOf(idempotencyKey: string, refunds: readonly ProviderRefund[]): string | null {
  const made = refunds.filter((refund) => refund.idempotencyKey === idempotencyKey);
  if (made.some(({ status }) => status !== 'failed')) return null;
  return made.length === 0 ? idempotencyKey : `${idempotencyKey}${againMark}${made.length}`;
}
