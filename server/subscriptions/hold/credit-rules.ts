import { billingDayOf, nextMonth, previousMonth } from '../../../contract/values/plan/billing-months.ts';
import { type MonthWorth, nextCredits, visitsOfMonth } from '../../../contract/values/plan/credit.ts';
import { type PlanTimetable, serviceDaysOn, visitTimeOf } from '../../../contract/values/plan/schedule.ts';
import { addDays, type DateKey, dateKeyOf, type Weekday } from '../../../contract/values/time/dates.ts';

/** Pure decisions about the value of held visits, and the charges that it lowers. */

/** A billing month as it is recorded in our books. */
export interface KnownMonth extends MonthWorth {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export interface BillingFacts {
  /** The recorded months, earliest first. */
  readonly months: readonly KnownMonth[];
  /** The end of the present month. */
  readonly periodEnd: Date;
  /** The price of the present month while no month is recorded. */
  readonly priceCents: number;
  /** Returns the price, in cents, of a month after the present one, by when it begins. */
  readonly nextPriceOf: (startsAt: Date) => number;
  readonly timetable: PlanTimetable;
  /** The New York day of purchase. The first month has no visit on or before it. */
  readonly boughtOn: DateKey;
}

/** Returns the month of a visit: the recorded one, or else the expected one. */
export function monthOf(day: DateKey, facts: BillingFacts): KnownMonth {
  const { months, periodEnd, timetable, boughtOn } = facts;
  const at = visitTimeOf(day);
  // A plan that was reactivated within a paid month has two months at that time; the newer one counts.
  const known = months.findLast(({ startsAt, endsAt }) => at >= startsAt && at < endsAt);
  if (known) return known;
  const billingDay = billingDayOfPlan(facts);
  let [startsAt, endsAt] = [previousMonth(periodEnd, billingDay), periodEnd];
  while (at >= endsAt) [startsAt, endsAt] = [endsAt, nextMonth(endsAt, billingDay)];
  const serviceDays = serviceDaysOn(timetable, addDays(dateKeyOf(startsAt), 1)) as Weekday[];
  // The present month is recorded once it is invoiced. A month that began during a pause isn't invoiced, and costs
  // nothing.
  const presentCents = months.length > 0 ? 0 : facts.priceCents;
  const priceCents = startsAt < periodEnd ? presentCents : facts.nextPriceOf(startsAt);
  return { startsAt, endsAt, priceCents, visits: visitsOfMonth(serviceDays, startsAt, endsAt, boughtOn).length };
}

function billingDayOfPlan({ periodEnd, months }: Pick<BillingFacts, 'periodEnd' | 'months'>): number {
  return billingDayOf(
    periodEnd,
    months.map(({ startsAt }) => startsAt),
  );
}

/** A held visit with a credit in our books. `cents` is null until the visit's month is invoiced. */
export interface WrittenCredit {
  readonly day: DateKey;
  readonly cents: number | null;
}

/**
 * Returns the credit of each held visit in cents, in the order of the days: the amount in our books, or else the
 * expected one.
 */
export function creditsOfVisits(
  days: readonly DateKey[],
  written: readonly WrittenCredit[],
  facts: BillingFacts,
): number[] {
  const counts = new Map<number, number>();
  return days.map((day) => {
    const month = monthOf(day, facts);
    const { startsAt, endsAt } = month;
    const isInMonth = (other: DateKey) => visitTimeOf(other) >= startsAt && visitTimeOf(other) < endsAt;
    // The credits of an earlier hold in the same month come first.
    const before =
      counts.get(startsAt.getTime()) ??
      written.filter((credit) => isInMonth(credit.day) && !days.includes(credit.day)).length;
    counts.set(startsAt.getTime(), before + 1);
    const own = written.find((credit) => credit.day === day)?.cents;
    return own ?? nextCredits(month, before, 1)[0] ?? 0;
  });
}

/** The provider's smallest charge. A smaller remainder is carried to the next charge. */
const leastChargeCents = 50;

export interface ExpectedCharge {
  readonly at: Date;
  readonly priceCents: number;
  /** The amount taken from the balance; negative when a remainder is added. */
  readonly creditCents: number;
  readonly amountCents: number;
}

/**
 * Returns the next charge of a plan, and the later charges that its credit lowers. A charge uses the credits of earlier
 * months, because a credit has no amount until the month of its visit is invoiced. `balanceCents` is the customer's
 * present balance.
 */
export function expectedCharges(
  credits: readonly { readonly day: DateKey; readonly cents: number }[],
  balanceCents: number,
  { periodEnd, months, nextPriceOf }: BillingFacts,
): ExpectedCharge[] {
  const billingDay = billingDayOfPlan({ periodEnd, months });
  const charges: ExpectedCharge[] = [];
  let open = credits;
  let balance = balanceCents;
  for (let at = periodEnd; charges.length === 0 || open.length > 0 || balance !== 0; at = nextMonth(at, billingDay)) {
    for (const { day, cents } of open) if (visitTimeOf(day) < at) balance += cents;
    open = open.filter(({ day }) => visitTimeOf(day) >= at);
    const priceCents = nextPriceOf(at);
    const dueCents = priceCents - balance;
    const amountCents = dueCents < leastChargeCents ? 0 : dueCents;
    balance = amountCents === 0 ? -dueCents : 0;
    charges.push({ at, priceCents, creditCents: priceCents - amountCents, amountCents });
  }
  return charges;
}
