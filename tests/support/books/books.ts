import { expect } from 'vitest';
import { sumOfLines } from '../../../contract/values/charge-lines.ts';
import { textToCents } from '../../../contract/values/money.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../../server/database/transaction.ts';
import { checkPlans } from './books-of-plans.ts';
import { type Books, type Intent, isBack, readBooks, twice } from './read-books.ts';

/**
 * Expects that the books balance after any interruption. Each charge bought exactly one thing or was refunded. Our
 * books agree with the provider's to the cent. No customer has two live plans, or two stops of a plan on one day.
 */
export async function expectBalancedBooks(db: Db): Promise<{ charged: number; refunded: number }> {
  const books = await readBooks(db);
  expect(findFaults(books)).toEqual([]);
  const charged = books.intents.filter((intent) => intent.status === 'succeeded');
  return { charged: charged.length, refunded: charged.filter((intent) => intent.refundedCents > 0).length };
}

/** Describes each fault of the books. Returns an empty list if there is none. */
export function findFaults(books: Books): string[] {
  return [
    ...books.intents.flatMap((intent) => (intent.status === 'succeeded' ? judgeCharge(books, intent) : [])),
    ...judgeTotals(books),
    ...judgeTwice(books),
    ...judgeRefunds(books),
    ...judgePickups(books),
    ...judgeLines(books),
    ...checkPlans(books),
  ];
}

/** Describes what is unfinished after everything has run. */
export function findStuck({ payments, refunds, events, intents, invoices, plansThere }: Books): string[] {
  const owed = new Set(invoices.filter((invoice) => invoice.status === 'open').map((invoice) => invoice.intentId));
  return [
    ...payments
      .filter(({ status }) => ['creating', 'open'].includes(status))
      .map(({ status, purpose }) => `a payment of a ${purpose} is ${status}`),
    ...refunds
      .filter(({ status, nextTryAt }) => status !== 'done' && (status !== 'asked' || nextTryAt !== null))
      .map(({ status }) => `a refund is ${status}`),
    ...events.filter(({ handledAt }) => handledAt === null).map(({ type }) => `an event ${type} is not handled`),
    ...intents
      .filter(({ id, status }) => status === 'requires_payment_method' && !owed.has(id))
      .map(() => 'an intent can still be paid, but no payment tracks it'),
    ...plansThere
      .filter(({ status }) => status === 'incomplete')
      .map(() => 'a plan at the provider waits for its first payment'),
  ];
}

const cents = (text: string | null): number => textToCents(text ?? '0') ?? Number.NaN;

function judgeCharge(books: Books, intent: Intent): string[] {
  const { id, amountCents } = intent;
  const faults: string[] = [];
  const say = (isWrong: boolean, what: string) => isWrong && faults.push(`${what} (${id})`);
  const payment = books.payments.find((one) => one.stripePaymentIntentId === id);
  const invoice = books.invoices.find((one) => one.intentId === id);
  const lines = books.history.filter((line) => line.stripePaymentIntentId === id);
  const charges = lines.filter((line) => line.status === 'succeeded');
  const bought = books.pickups.filter((pickup) => pickup.stripePaymentIntentId === id);
  const started = books.plans.filter((plan) => plan.id === payment?.subscriptionId).length;
  const months = charges.filter((line) => !started && invoice && line.subscriptionId && line.invoiceId === invoice.id);
  const added = payment?.purpose === 'addition' && payment.status === 'succeeded' ? 1 : 0;
  const count = bought.length + started + months.length + added;
  const isLost = lines.some(({ paymentMethod }) => paymentMethod === 'dispute');
  const isWithBank = charges.some((line) => line.disputedAt !== null);
  say(count === 0 && !isBack(intent) && !isLost && !isWithBank, 'paid, bought nothing and was not given back');
  say(count > 1, `bought ${count} things`);
  say(charges.length !== 1, `is ${charges.length} charges in the books`);
  say(
    charges.some((line) => cents(line.amount) !== amountCents),
    'is recorded with another amount',
  );

  const given = books.refundsThere.filter((refund) => refund.intentId === id);
  const booked = lines.filter(isRefundLine);
  const summary = (list: { id: string | null; amount: number }[]) =>
    list
      .map((one) => `${one.id} ${one.amount}`)
      .sort()
      .join();
  const byThem = summary(given.map((refund) => ({ id: refund.id, amount: refund.amountCents })));
  const byUs = summary(booked.map((line) => ({ id: line.providerRefundId, amount: cents(line.refundAmount) })));
  say(byThem !== byUs, `gave back [${byThem}] and the books say [${byUs}]`);
  say(intent.refundedCents > amountCents, 'gave back more than was charged');
  say(
    payment !== undefined && isBack(intent) && payment.status !== 'refunded',
    `is all back and its payment ${payment?.status}`,
  );

  const wasTakenBack = given.some((refund) => refund.idempotencyKey === `refund:${payment?.id}`);
  for (const pickup of bought) {
    // The bank decides about disputed charges.
    const isDisputed = charges.some((line) => line.disputedAt !== null);
    const isCancelled = pickup.status === 'cancelled' && !isDisputed && !isLost;
    // After the cut-off, the customer gets only a part back.
    const isByCustomer = pickup.cancellationReason === 'Cancelled by the customer';
    const parts = [intent, ...additionsTo(books, pickup.id)];
    const paidCents = sum(parts, (part) => part.amountCents);
    const owedCents = isByCustomer ? (paidCents * (pickup.lateRefundPercent ?? 100)) / 100 : paidCents;
    const isKept = sum(parts, (part) => part.refundedCents) < owedCents;
    say(isCancelled && isKept, 'paid a pickup that is cancelled, and was kept');
    say(pickup.status !== 'cancelled' && wasTakenBack, 'was taken back from a pickup that goes ahead');
  }
  const booking = books.bookings.find((one) => one.id === payment?.bookingId);
  const isInTime = booking && charges.every((line) => dateKeyOf(line.createdAt) <= dateKeyOf(booking.scheduledDate));
  const wasMade = books.pickups.some((pickup) => pickup.bookingId === booking?.id);
  say(Boolean(isInTime && wasTakenBack && !wasMade), 'paid a draft in time, which never became a pickup');
  return faults;
}

/** Returns the charges of what was added to a pickup, without those that came too late. */
function additionsTo({ intents, payments, refunds }: Books, pickupId: string): Intent[] {
  const additions = payments.filter((payment) => payment.purpose === 'addition' && payment.pickupId === pickupId);
  return intents.filter(
    ({ id, status }) =>
      status === 'succeeded' &&
      additions.some((payment) => payment.stripePaymentIntentId === id) &&
      !refunds.some((refund) => refund.intentId === id && refund.why === 'unused'),
  );
}

/** A lost dispute is a line too, but no refund. */
const isRefundLine = ({ status, paymentMethod }: Books['history'][number]) =>
  status === 'refunded' && paymentMethod !== 'dispute';

function judgeTotals({ intents, history, refundsThere, movements }: Books): string[] {
  const faults: string[] = [];
  const paid = intents.filter((intent) => intent.status === 'succeeded');
  // A month paid entirely with credit is a line of $0.
  const charges = history.filter((line) => line.status === 'succeeded' && cents(line.amount) > 0);
  if (charges.length !== paid.length)
    faults.push(`${paid.length} charges at the provider, ${charges.length} in the books`);
  const refundLines = history.filter(isRefundLine);
  if (refundLines.length !== refundsThere.length)
    faults.push(`${refundsThere.length} refunds at the provider, ${refundLines.length} in the books`);
  const theirs = movements.reduce((sum, movement) => sum + movement.amountCents, 0);
  const ours = sum(charges, (line) => cents(line.amount)) - sum(refundLines, (line) => cents(line.refundAmount));
  if (theirs !== ours) faults.push(`the provider's list adds up to ${theirs} cents, our books to ${ours}`);
  return faults;
}

function sum<T>(list: readonly T[], amountOf: (one: T) => number): number {
  return list.reduce((total, one) => total + amountOf(one), 0);
}

/** Checks that only requested refunds exist: a partial refund, or the whole charge if it bought nothing. */
function judgeRefunds({ intents, payments, refunds, refundsThere, pickups, history, events }: Books): string[] {
  const faults: string[] = [];
  for (const { id } of intents) {
    const payment = payments.find((one) => one.stripePaymentIntentId === id);
    const given = refundsThere.filter((refund) => refund.intentId === id);
    const byUs = given.filter((refund) => refund.idempotencyKey.startsWith('refund:'));
    const asked = refunds.filter((refund) => refund.intentId === id);
    const goesAhead = pickups.some((one) => one.stripePaymentIntentId === id && one.status !== 'cancelled');
    const sent = sum(
      asked.filter(
        (refund) => refund.key.startsWith('refund:') && refund.status === 'done' && refund.settledAs === null,
      ),
      (refund) => cents(refund.amount),
    );
    const ours = sum(byUs, (refund) => refund.amountCents);
    if ((goesAhead || payment?.subscriptionId) && ours !== sent) {
      faults.push(`${ours} cents were given back, ${sent} were asked for (${id})`);
    }
    // A refund in the provider's dashboard may have come first.
    const wasRefused = asked.some((refund) => refund.status === 'refused') && byUs.length === given.length;
    if (wasRefused) faults.push(`a refund was promised that could not be made (${id})`);
    const isDisputed = events.some((event) => event.type === 'charge.dispute.created' && event.intentId === id);
    const isMarked = history.some((line) => line.stripePaymentIntentId === id && line.disputedAt !== null);
    const isDecided = events.some((event) => event.type === 'charge.dispute.closed' && event.intentId === id);
    if (payment && isDisputed && !isMarked && !isDecided)
      faults.push(`is disputed, and its charge is not marked (${id})`);
  }
  const reasons = new Set(refunds.map(({ key }) => key));
  const unfounded = refundsThere.filter(
    (one) => /^(plan-)?refund:/.test(one.idempotencyKey) && !reasons.has(one.idempotencyKey),
  );
  faults.push(...unfounded.map((one) => `gave back under a key that stands for nothing (${one.intentId})`));
  return faults;
}

/** Checks that each draft, pickup and subscription order is charged once, however often it was submitted. */
function judgeTwice({ payments, intents, pickups }: Books): string[] {
  const kept = new Map(intents.filter((one) => one.status === 'succeeded' && !isBack(one)).map((one) => [one.id, one]));
  const paying = payments.filter((payment) => kept.has(payment.stripePaymentIntentId ?? ''));
  return [
    ...twice(
      paying.flatMap(({ bookingId }) => bookingId ?? []),
      'charged twice for a draft',
    ),
    ...twice(
      paying.flatMap(({ purpose, pickupId }) => (purpose === 'addition' ? [] : (pickupId ?? []))),
      'charged twice for a pickup',
    ),
    ...twice(
      paying.flatMap(({ subscriptionOrderId }) => subscriptionOrderId ?? []),
      'charged twice for an order',
    ),
    ...judgeDrafts({ payments, pickups }),
  ];
}

/** Checks that a draft that became a pickup is not charged again, not even with a refund. */
function judgeDrafts({ payments, pickups }: Pick<Books, 'payments' | 'pickups'>): string[] {
  return pickups.flatMap(({ bookingId, stripePaymentIntentId }) => {
    const attempts = payments.filter((payment) => payment.bookingId !== null && payment.bookingId === bookingId);
    const paid = attempts.find((payment) => payment.stripePaymentIntentId === stripePaymentIntentId);
    return paid && attempts.some(({ attempt }) => attempt > paid.attempt)
      ? ['a draft that is booked was sold again']
      : [];
  });
}

/** Checks that each charge is explained by its lines, to the cent, and that they say what it bought. */
function judgeLines({ history, payments, lines }: Books): string[] {
  return history
    .filter(({ status }) => status === 'succeeded')
    .flatMap(({ id, stripePaymentIntentId: intentId, amount, pickupId, subscriptionId }) => {
      const payment = intentId === null ? undefined : payments.find((one) => one.stripePaymentIntentId === intentId);
      const own = lines.filter(
        ({ chargeId, paymentId }) => chargeId === id || (payment !== undefined && paymentId === payment.id),
      );
      const isFor = own.every((line) => line.pickupId === pickupId && line.subscriptionId === subscriptionId);
      const isAddition = payment?.purpose === 'addition';
      const bought = pickupId !== null ? 'pickup' : subscriptionId !== null ? 'plan-month' : own[0]?.kind;
      const kind = isAddition ? own[0]?.kind : bought;
      return [
        ...(sumOfLines(own) === cents(amount) ? [] : [`a charge of ${amount} has lines of ${sumOfLines(own)} cents`]),
        ...(own.length > 0 && isFor && own[0]?.kind === kind
          ? []
          : [`the lines of a charge do not say what it bought`]),
      ];
    });
}

function judgePickups({ pickups, payments, intents }: Books): string[] {
  const back = new Set(intents.filter((one) => one.status === 'succeeded' && isBack(one)).map((one) => one.id));
  const oneTime = pickups.filter((pickup) => pickup.subscriptionId === null);
  return oneTime.flatMap(({ id, status, paymentStatus, stripePaymentIntentId: intentId }) => {
    const isPaid = intents.some((one) => one.id === intentId && one.status === 'succeeded');
    // The pickup was paid while it was being cancelled, so the payment was never linked to it.
    const wasPaidBack = payments.some((one) => one.pickupId === id && back.has(one.stripePaymentIntentId ?? ''));
    if (paymentStatus === 'paid' && !isPaid) return ['a pickup says paid, and nobody paid'];
    if (paymentStatus === 'pending' && isPaid) return ['a pickup says unpaid, and it is paid'];
    if (paymentStatus === 'refunded' && !wasPaidBack) return ['a pickup says refunded, and it is not'];
    if (paymentStatus === 'paid' && status === 'cancelled' && back.has(intentId ?? ''))
      return ['a cancelled pickup says paid, and it is refunded'];
    return [];
  });
}
