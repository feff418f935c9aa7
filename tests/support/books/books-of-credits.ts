import { textToCents } from '../../../contract/values/money.ts';
import { addDays } from '../../../contract/values/time/dates.ts';
import { type Books, isBack, twice } from './read-books.ts';

const cents = (text: string | null): number => textToCents(text ?? '0') ?? Number.NaN;

/**
 * Finds faults of credits: a credit for a visit that was made or skipped, a credit given twice, a balance below zero,
 * or missing money.
 */
export function checkCredits(books: Books): string[] {
  return [...judgeVisits(books), ...judgeMonths(books), ...judgeBalances(books), ...judgeClosings(books)];
}

/** Checks that seven days have at most two visits, and that no visit is also credited. */
function judgeVisits({ pickups, planCredits, plans }: Books): string[] {
  return plans.flatMap(({ id }) => {
    const stops = pickups.filter(({ subscriptionId }) => subscriptionId === id);
    const dayOf = ({ occurrenceDate }: (typeof stops)[number]) => occurrenceDate ?? '';
    const made = stops.filter(({ status }) => status !== 'cancelled').map(dayOf);
    const skipped = stops.filter(({ cancellationReason }) => cancellationReason === 'Skipped').map(dayOf);
    const credited = planCredits.filter(({ subscriptionId }) => subscriptionId === id).map((one) => one.serviceDay);
    const crowded = made.filter((day) => made.filter((other) => other >= day && other <= addDays(day, 6)).length > 2);
    return [
      ...crowded.map((day) => `a third visit within seven days from ${day}`),
      ...credited.filter((day) => made.includes(day)).map((day) => `a credit for the visit of ${day}`),
      ...credited.filter((day) => skipped.includes(day)).map((day) => `a credit for the skipped visit of ${day}`),
    ];
  });
}

/**
 * Checks that every charged or covered month is in the books, and that its credits are at most its price. A charge for
 * a plan that didn't begin is refunded instead.
 */
function judgeMonths({ plans, plansThere, invoices, intents, planMonths, planCredits }: Books): string[] {
  return plans.flatMap(({ id, stripeSubscriptionId }) => {
    const root = plansThere.find((one) => one.id === stripeSubscriptionId)?.root;
    const chain = new Set(plansThere.filter((one) => one.root === root).map((one) => one.id));
    const own = planMonths.filter(({ subscriptionId }) => subscriptionId === id);
    const paid = invoices.filter(({ status, subscriptionId }) => status === 'paid' && chain.has(subscriptionId));
    const missing = paid.filter(({ periodStart, totalCents, intentId }) => {
      const row = own.find(({ startsAt }) => startsAt.getTime() === periodStart.getTime());
      if (!row) return totalCents > 0 && !intents.some((intent) => intent.id === intentId && isBack(intent));
      return totalCents > 0 && cents(row.price) !== totalCents;
    });
    const over = own.filter(({ startsAt, price }) => {
      const credits = planCredits.filter(
        (one) => one.subscriptionId === id && one.monthStartsAt?.getTime() === startsAt.getTime(),
      );
      return credits.reduce((sum, { amount }) => sum + cents(amount), 0) > cents(price);
    });
    return [
      ...missing.map(({ periodStart }) => `the paid month from ${periodStart.toISOString()} is not in the books`),
      ...over.map(({ startsAt }) => `more credit than the month from ${startsAt.toISOString()} cost`),
    ];
  });
}

/**
 * Checks that the provider has each credit once, and that no balance is negative by more than an amount too small to
 * charge.
 */
function judgeBalances({ creditsThere, planCredits, planClosings, plans }: Books): string[] {
  const faults = twice(
    creditsThere.flatMap(({ idempotencyKey }) => idempotencyKey ?? []),
    'given twice',
  );
  const worth = planCredits.filter(({ amount }) => cents(amount) > 0);
  const expected = [
    ...worth.map(({ id, amount }) => `credit:${id} ${cents(amount)}`),
    ...planClosings.filter(({ taken }) => cents(taken) !== 0).map(({ id, taken }) => `close:${id} ${-cents(taken)}`),
  ];
  const given = creditsThere.flatMap((one) => (one.idempotencyKey ? `${one.idempotencyKey} ${one.amountCents}` : []));
  const missing = expected.filter((one) => !given.includes(one));
  const unfounded = given.filter((one) => !expected.includes(one));
  faults.push(...missing.map((one) => `the provider lacks ${one}`));
  faults.push(...unfounded.map((one) => `the provider has ${one}`));
  for (const customerId of new Set(creditsThere.map((one) => one.customerId))) {
    let balance = 0;
    for (const { amountCents } of creditsThere.filter((one) => one.customerId === customerId)) {
      balance += amountCents;
      if (balance <= -50) faults.push(`a balance of ${balance} cents`);
    }
    const isOver = plans.every(({ status }) => status === 'cancelled');
    if (isOver && balance > 0) faults.push(`${balance} cents of credit outlive the plan`);
  }
  return faults;
}

/** Checks that money left at the end of a plan is refunded, or listed for the admin. */
function judgeClosings({ planClosings, refunds }: Books): string[] {
  return planClosings.flatMap(({ id, owed, unused, closedAt }) => {
    if (closedAt === null) return ['the credit of an ended plan is not closed'];
    const parts = refunds.filter(({ causeId, status }) => causeId === id && status === 'done');
    const refunded = parts.reduce((sum, { amount }) => sum + cents(amount), 0);
    return refunded + cents(unused) === cents(owed)
      ? []
      : [`${owed} owed, ${refunded} cents refunded, ${unused} listed`];
  });
}
