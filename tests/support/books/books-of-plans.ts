import { checkCredits } from './books-of-credits.ts';
import { type Books, isBack, twice } from './read-books.ts';

/**
 * Finds faults of plans: two live plans, a different status than at the provider, or charges for days that were not
 * served.
 */
export function checkPlans(books: Books): string[] {
  const { plans, plansThere, pickups } = books;
  const stops = pickups.filter((pickup) => pickup.subscriptionId && pickup.status !== 'cancelled');
  return [
    ...twice(
      plans.filter((one) => one.status !== 'cancelled').map((one) => one.customerId),
      'live plan of a customer',
    ),
    ...twice(
      plansThere
        .filter((one) => one.status !== 'canceled' && !one.endsAtPeriodEnd)
        .map((one) => one.customerId ?? one.id),
      'live plan at the provider',
    ),
    ...twice(
      stops.map((stop) => `${stop.subscriptionId} ${stop.occurrenceDate}`),
      'stop of a plan on a day',
    ),
    ...checkCredits(books),
    ...judgeMonths(books),
    ...compareStatuses(books),
  ];
}

/**
 * Checks that each day of a plan is charged at most once, not before its month begins, and only for the plan that we
 * know of.
 */
function judgeMonths({ plans, plansThere, invoices, intents }: Books): string[] {
  const back = new Set(intents.filter(isBack).map(({ id }) => id));
  const endedThere = new Set(plansThere.filter(({ status }) => status === 'canceled').map(({ id }) => id));
  const months = invoices.filter(({ status, intentId }) => status === 'paid' && !back.has(intentId ?? ''));
  const faults = months.flatMap(({ paidAt, periodStart }) =>
    paidAt && paidAt < periodStart ? ['charged a month before it began'] : [],
  );
  for (const root of new Set(plansThere.map((plan) => plan.root))) {
    const chain = plansThere.filter((plan) => plan.root === root);
    const served = chain.find(({ id }) => plans.some((plan) => plan.stripeSubscriptionId === id));
    const paid = months
      .filter((month) => chain.some(({ id }) => id === month.subscriptionId))
      // If two months begin at the same moment, the month of the plan that has ended at the provider was charged first.
      .sort(
        (one, other) =>
          one.periodStart.getTime() - other.periodStart.getTime() ||
          Number(endedThere.has(other.subscriptionId)) - Number(endedThere.has(one.subscriptionId)),
      );
    for (const [index, { periodEnd, subscriptionId }] of paid.entries()) {
      const next = paid[index + 1];
      // A plan that has ended at the provider has a successor, which is charged immediately.
      const isReplaced = next?.subscriptionId !== subscriptionId && endedThere.has(subscriptionId);
      if (next && next.periodStart < periodEnd && !isReplaced) faults.push('charged twice for the same days of a plan');
      const charged = chain.find(({ id }) => id === subscriptionId);
      if (served && charged && charged.createdAt > served.createdAt)
        faults.push('kept a month of a plan that nobody noted');
    }
  }
  return faults;
}

const collecting: Record<string, string[]> = {
  active: ['active', 'past_due'],
  paused: ['paused'],
  cancelled: ['canceled'],
};

function compareStatuses({ plans, plansThere }: Books): string[] {
  const faults: string[] = [];
  for (const { status, stripeSubscriptionId, cancellationDate } of plans) {
    const there = plansThere.find((one) => one.id === stripeSubscriptionId);
    const theirs = there?.status ?? 'unknown';
    const isEnding = there?.endsAtPeriodEnd === true && theirs !== 'canceled';
    if (status === 'cancelled' && isEnding) continue;
    if (!collecting[status]?.includes(theirs)) faults.push(`a plan is ${status}, and ${theirs} at the provider`);
    if (isEnding !== (cancellationDate !== null && status !== 'cancelled')) {
      faults.push(`a plan ${isEnding ? 'ends' : 'goes on'} at the provider`);
    }
  }
  for (const { id, status, endsAtPeriodEnd } of plansThere) {
    const isOurs = plans.some((one) => one.stripeSubscriptionId === id);
    if (!isOurs && !endsAtPeriodEnd && status !== 'canceled' && status !== 'incomplete')
      faults.push(`the provider runs a plan that nobody has`);
  }
  return faults;
}
