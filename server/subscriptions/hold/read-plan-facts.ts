import { centsOf, textToCents } from '../../../contract/values/money.ts';
import type { HoldDays } from '../../../contract/values/plan/hold.ts';
import type { PlanTimetable } from '../../../contract/values/plan/schedule.ts';
import { addDays, dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { worthOf } from '../credits/month-worth.ts';
import { ownCancelReasons } from '../occurrences/make-stop.ts';
import { billedPlanOf, timetableOf } from '../rules.ts';
import type { SubscriptionRow } from '../subscriptions.store.ts';
import type { BillingFacts, WrittenCredit } from './credit-rules.ts';
import { type HoldRow, listHolds, listMonths, listStopFacts, listWrittenCredits } from './hold.store.ts';
import { reachDays, type StopFacts } from './rules.ts';

export interface PlanFacts {
  readonly now: Date;
  readonly changeCutoff: string;
  readonly timetable: PlanTimetable;
  readonly planReasons: readonly string[];
  readonly stops: readonly StopFacts[];
  readonly billing: BillingFacts;
  readonly written: readonly WrittenCredit[];
  /** The planned or running hold. */
  readonly present: HoldRow | undefined;
  /** Every other hold. */
  readonly earlier: readonly HoldRow[];
}

/**
 * Loads the facts that decide about the days of a hold and its credits. Throws 409 `unknown_period` while the plan's
 * billing month isn't known.
 */
export async function readPlanFacts(
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
  db: Db,
  subscription: SubscriptionRow,
  days: HoldDays,
): Promise<PlanFacts> {
  const { id, currentPeriodEnd: periodEnd, createdAt } = subscription;
  if (!periodEnd) {
    const message = "We don't know the billing month of this plan yet. Please try again in an hour.";
    throw new Refusal(409, message, { code: 'unknown_period' });
  }
  const timetable = timetableOf(subscription);
  const priceCents = centsOf(subscription.pricePerMonth);
  const months = (await listMonths(db, id)).map((month) => {
    return { startsAt: month.startsAt, endsAt: month.endsAt, ...worthOf(month) };
  });
  const nextPriceOf = (startsAt: Date) => billedPlanOf({ ...subscription, currentPeriodEnd: startsAt }).priceCents;
  const holds = await listHolds(db, id);
  const now = clock();
  // A hold that is over doesn't count. The next sweep or change clears it.
  const isPresent = ({ from, until }: HoldRow) =>
    from === timetable.holdFrom && until === timetable.heldUntil && until > dateKeyOf(now);
  const present = holds.findLast(isPresent);
  return {
    ...{ now, changeCutoff: settings.changeCutoff, timetable, planReasons: ownCancelReasons },
    stops: await listStopFacts(db, id, { from: addDays(days.from, -6), until: addDays(days.until, reachDays) }),
    billing: { ...{ months, periodEnd, priceCents, nextPriceOf, timetable }, boughtOn: dateKeyOf(createdAt) },
    written: (await listWrittenCredits(db, id)).map(({ day, amount }) => ({
      day,
      cents: amount === null ? null : textToCents(amount),
    })),
    ...{ present, earlier: holds.filter((hold) => hold.id !== present?.id) },
  };
}
