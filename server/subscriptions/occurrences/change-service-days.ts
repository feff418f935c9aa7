import { addDays, dateKeyOf, formatDateKey } from '../../../contract/values/dates.ts';
import { daysText } from '../../../contract/values/service-days.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { firstDaysAfterChange } from '../rules.ts';
import type { SubscriptionRow } from '../store.ts';
import { ensureOccurrence, type TakenAway } from './ensure-occurrence.ts';
import { cancelStopsOfOtherDays, listVisitDays } from './store.ts';

/**
 * Replaces the stops of an active plan whose service days have changed, under the locks of its open stops and of the
 * subscription. Stops after today on other weekdays are cancelled, and the first ones on the new days are made. Today's stop
 * stays, because its driver may be on the way, and so does one of an earlier service day that is still to be made.
 */
export async function changeServiceDays(services: Services, trx: Db, subscription: SubscriptionRow): Promise<void> {
  const { id, customerId, pickupDays } = subscription;
  const now = services.clock();
  const today = dateKeyOf(now);
  const reason: TakenAway = 'The plan has other service days';
  const after = await cancelStopsOfOtherDays(trx, subscription, { afterDay: today, reason, now });
  await services.afterPickupChange(services, trx, { kind: 'cancelled-by-plan', after, reason });

  const visits = await listVisitDays(trx, id, addDays(today, -6), addDays(today, 13));
  const days = firstDaysAfterChange(pickupDays, today, visits);
  for (const day of days) await ensureOccurrence(services, trx, subscription, day, 'again');
  await services.jobs.enqueue(trx, 'notify-person', {
    userId: customerId,
    title: 'New pickup days',
    message: `Your pickups are now on ${daysText(pickupDays)}, starting ${formatDateKey(days[0] ?? today)}.`,
    type: 'subscription_days',
    actionUrl: '/dashboard',
  });
}
