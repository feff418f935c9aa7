import type Stripe from 'stripe';
import { bankTestCards } from '../../../contract/payments.ts';
import { bankMs } from '../../../server/external/payments/simulated/bank.ts';
import type { SavedCard, StripeBooks } from './books.ts';
import { invalid, missing } from './faults.ts';
import { newDispute } from './objects.ts';

/**
 * What cardholders' banks and our own balance do with charges and refunds. The test cards of the simulated provider
 * that do something later (`bankTestCards`) do the same here, but each step is an event that `dueAtBank` lists.
 */

/** Why a bank returns a refund, in Stripe's words. */
export type RefundFailure =
  | 'expired_or_canceled_card'
  | 'insufficient_funds'
  | 'lost_or_stolen_card'
  | 'declined'
  | 'unknown';

const { refundPending, refundFails, refundUnfunded, refundExpired, disputeWon, disputeLost, inquiry } = bankTestCards;

function isPaidWith(books: StripeBooks, charge: Stripe.Charge | undefined, card: { paymentMethodId: string }): boolean {
  return books.cards.get(String(charge?.payment_method))?.testCard === card.paymentMethodId;
}

/** Throws Stripe's 400 when a refund of the charge is refused now. */
export function checkRefundable(books: StripeBooks, charge: Stripe.Charge): void {
  if (isDisputed(books, charge)) throw invalid('This charge is disputed.', { code: 'charge_disputed' });
  if (charge.refunded) throw invalid('Charge has already been refunded.', { code: 'charge_already_refunded' });
  const isShort = books.now() < charge.created + bankMs.balance / 1000;
  const code = isPaidWith(books, charge, refundExpired)
    ? 'expired_card'
    : isPaidWith(books, charge, refundUnfunded) && isShort
      ? 'balance_insufficient'
      : books.refundRefusal;
  if (code) throw invalid('This refund is refused.', { code });
}

/** Returns whether a dispute is open or lost: the charge can't be refunded then. */
function isDisputed(books: StripeBooks, { id }: Stripe.Charge): boolean {
  return [...books.disputes.values()].some(
    ({ charge, status }) => charge === id && status !== 'won' && !status.startsWith('warning_'),
  );
}

/** Returns the state in which a refund of the charge begins. */
export function stateOfRefund(
  books: StripeBooks,
  charge: Stripe.Charge,
): Pick<Stripe.Refund, 'status' | 'pending_reason'> {
  const pending_reason = isPaidWith(books, charge, refundPending) ? 'processing' : books.refundsWaitFor;
  return pending_reason ? { status: 'pending', pending_reason } : { status: 'succeeded' };
}

export function setRefunded(charge: Stripe.Charge, amount: number): void {
  charge.amount_refunded = amount;
  charge.refunded = amount === charge.amount;
}

/** Ends the bank's inquiry about a charge that was refunded. */
export function endInquiry(books: StripeBooks, { id }: Stripe.Charge): void {
  for (const dispute of books.disputes.values()) {
    if (dispute.charge === id && dispute.status === 'warning_needs_response') {
      closeDispute(books, dispute.id, 'warning_closed');
    }
  }
}

export function finishRefund(books: StripeBooks, refundId: string): void {
  const refund = books.refunds.get(refundId);
  if (refund?.status !== 'pending') throw new Error(`no refund ${refundId} waits`);
  delete refund.pending_reason;
  refund.status = 'succeeded';
  books.emit('refund.updated', refund);
}

export function failRefund(books: StripeBooks, refundId: string, reason: RefundFailure): void {
  const refund = books.refunds.get(refundId);
  const given = books.charges.get(String(refund?.charge));
  if (!refund || !given || refund.status === 'failed') throw new Error(`no refund ${refundId}`);
  delete refund.pending_reason;
  Object.assign(refund, { status: 'failed', failure_reason: reason });
  setRefunded(given, given.amount_refunded - refund.amount);
  books.emit('refund.failed', refund);
}

/** Pays money into our balance: refunds that wait for it are made, and none is refused for lack of it. */
export function fillBalance(books: StripeBooks): void {
  if (books.refundsWaitFor === 'insufficient_funds') books.refundsWaitFor = null;
  if (books.refundRefusal === 'balance_insufficient') books.refundRefusal = null;
  for (const { id, status, pending_reason } of books.refunds.values()) {
    if (status === 'pending' && pending_reason === 'insufficient_funds') finishRefund(books, id);
  }
  books.emit('balance.available', { object: 'balance' });
}

export function openDispute(books: StripeBooks, charge: Stripe.Charge, status: Stripe.Dispute.Status): Stripe.Dispute {
  const known = { amount: charge.amount, charge: charge.id, payment_intent: String(charge.payment_intent), status };
  const dispute = newDispute(books.newId('dp'), books.now(), known);
  books.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  books.emit('charge.dispute.created', dispute);
  return dispute;
}

/** Charges an open intent to a card (`StripeBooks.charge`), and disputes the charge if the card is one that does. */
export function chargeCard(books: StripeBooks, intent: Stripe.PaymentIntent, card: SavedCard): void {
  books.charge(intent, card);
  const charge = books.charges.get(String(intent.latest_charge));
  if (!charge) return;
  if (isPaidWith(books, charge, inquiry)) openDispute(books, charge, 'warning_needs_response');
  if (isPaidWith(books, charge, disputeWon) || isPaidWith(books, charge, disputeLost)) {
    openDispute(books, charge, 'needs_response');
  }
}

export function closeDispute(books: StripeBooks, id: string, status: 'won' | 'lost' | 'warning_closed'): void {
  const dispute = books.disputes.get(id) ?? books.fail(missing('dispute', id));
  dispute.status = status;
  books.emit('charge.dispute.closed', dispute);
}

interface BankStep {
  readonly at: Date;
  run(): void;
}

/** Yields what the banks of test cards do next. */
export function* dueAtBank(books: StripeBooks): Iterable<BankStep> {
  const after = (seconds: number, ms: number) => new Date(seconds * 1000 + ms);
  for (const { id, charge, status, created } of books.refunds.values()) {
    const charged = books.charges.get(String(charge));
    const at = after(created, bankMs.refund);
    if (status === 'pending' && isPaidWith(books, charged, refundPending)) {
      yield { at, run: () => finishRefund(books, id) };
    }
    if (status === 'succeeded' && isPaidWith(books, charged, refundFails)) {
      yield { at, run: () => failRefund(books, id, 'expired_or_canceled_card') };
    }
  }
  for (const { id, charge, status, created } of books.disputes.values()) {
    const charged = books.charges.get(String(charge));
    const at = after(created, bankMs.dispute);
    if (status !== 'needs_response') continue;
    if (isPaidWith(books, charged, disputeWon)) yield { at, run: () => closeDispute(books, id, 'won') };
    if (isPaidWith(books, charged, disputeLost)) yield { at, run: () => closeDispute(books, id, 'lost') };
  }
}

/** Lets the banks do what is due by now. */
export function runBank(books: StripeBooks): void {
  for (const { at, run } of [...dueAtBank(books)]) if (at.getTime() <= books.now() * 1000) run();
}
