import {
  firstDaysAfterChange,
  heldServiceDays,
  isOfPending,
  isOneTooMany,
  nextServiceDays,
  serviceDaysOfWeek,
  serviceDaysOn,
} from '../../../contract/values/plan/schedule.ts';
import { cutoffOf } from '../../../contract/values/time/booking-dates.ts';
import { addDays, type DateKey, dateKeyOf, formatDateKey, weekdayOf } from '../../../contract/values/time/dates.ts';
import { daysText } from '../../../contract/values/time/service-days.ts';
import type { Db } from '../../database/transaction.ts';
import { termsOf } from '../../pickups/change-terms.ts';
import type { Services, WritesMessages } from '../../services.ts';
import { timetableOf } from '../rules.ts';
import type { SubscriptionRow } from '../subscriptions.store.ts';
import { listGoneDays } from './make-stop.store.ts';
import { makeStop, type OwnCancelReason, ownCancelReasons } from './make-stop.ts';
import { cancelStops, listOpenStops, listVisitDays, type OpenStop } from './occurrences.store.ts';

/** The effects of changed service days on the stops of an active plan. */
export interface ServiceChange {
  /**
   * The open stops to cancel: those on weekdays that the plan no longer has, and those that would be one visit too many
   * next to a stop past its cut-off, which stays.
   */
  readonly leaving: readonly OpenStop[];
  /** The days whose stops are made now. */
  readonly making: readonly DateKey[];
  /** The first visits on the new days, at most one per weekday. They may be weeks away. */
  readonly firstDays: readonly DateKey[];
}

/** This many visits take more than two months, so they include the first visits of a pending package. */
const visitsAhead = 20;

/**
 * Returns the effects that changing an active plan's package or days has on its stops. `before` is the plan as it was,
 * `after` as it is or would be. Writes nothing.
 */
export async function readServiceChange(
  services: Pick<Services, 'clock' | 'settings'>,
  db: Db,
  before: Pick<SubscriptionRow, 'pickupDays'>,
  after: SubscriptionRow,
): Promise<ServiceChange> {
  const now = services.clock();
  const today = dateKeyOf(now);
  const own = timetableOf(after);
  const open = (await listOpenStops(db, after.id)).filter((stop) => {
    const isAhead = stop.occurrenceDate > today && dateKeyOf(stop.scheduledDate) > today;
    return isAhead && now < cutoffOf(dateKeyOf(stop.scheduledDate), termsOf(stop, services.settings).cutoff);
  });
  const hasDay = ({ occurrenceDate }: OpenStop) =>
    serviceDaysOn(own, occurrenceDate).includes(weekdayOf(occurrenceDate));
  const leaving = open.filter((stop) => !hasDay(stop));
  const [from, to] = [addDays(today, -6), addDays(today, 7 * visitsAhead)];
  const known = [...(await listVisitDays(db, after.id, from, to)), ...heldServiceDays(own, today, to)];
  const visits = daysWithout(known, leaving);
  const gone = await listGoneDays(db, after.id, today, ownCancelReasons);
  if (before.pickupDays.join() === after.pickupDays.join()) {
    const next = nextServiceDays(own, today, visitsAhead, visits, gone);
    const { pending } = own;
    const firstDays = pending ? next.filter((day) => isOfPending(own, day)).slice(0, pending.pickupDays.length) : [];
    return { leaving, making: serviceDaysOfWeek(own, today), firstDays };
  }
  leaving.push(...open.filter((stop) => hasDay(stop) && isOneTooMany(own, stop.occurrenceDate, visits)));
  const staying = daysWithout(known, leaving);
  const making = firstDaysAfterChange(own, today, staying).filter((day) => !gone.includes(day));
  const firstDays = making.length > 0 ? making : nextServiceDays(own, today, 1, staying, gone);
  return { leaving, making, firstDays };
}

function daysWithout(days: readonly DateKey[], leaving: readonly OpenStop[]): DateKey[] {
  const left = new Set(leaving.map(({ occurrenceDate }) => occurrenceDate));
  return days.filter((day) => !left.has(day));
}

/**
 * Cancels and makes the stops that `readServiceChange` has found. The caller has locked the plan's open stops and the
 * subscription.
 */
export async function changeServiceDays(
  services: Services,
  trx: Db,
  subscription: SubscriptionRow,
  { leaving, making }: ServiceChange,
): Promise<void> {
  const reason: OwnCancelReason = 'The plan has other service days';
  const ids = leaving.map(({ id }) => id);
  const after = await cancelStops(trx, ids, { reason, now: services.clock() });
  await services.afterPickupChange(services, trx, { kind: 'cancelled-by-plan', after, reason });
  for (const day of making) await makeStop(services, trx, subscription, day);
}

/** Notifies the customer of the new days of their plan. */
export async function notifyNewDays(
  services: WritesMessages,
  trx: Db,
  { customerId, pickupDays }: SubscriptionRow,
  { firstDays }: ServiceChange,
): Promise<void> {
  const starting = firstDays[0] ? `, starting ${formatDateKey(firstDays[0])}` : '';
  await services.messages.notify(services, trx, [
    {
      userId: customerId,
      title: 'New pickup days',
      message: `Your pickups are now on ${daysText(pickupDays)}${starting}.`,
      type: 'subscription_days',
      actionUrl: '/plan',
    },
  ]);
}
