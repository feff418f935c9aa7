import { planOf } from '../../../contract/values/prices.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import { daysText } from '../../../contract/values/time/service-days.ts';
import type { Db } from '../../database/transaction.ts';
import type { WritesMessages } from '../../services.ts';
import { type PlanChange, presentChange } from './read-change.ts';
import { hasOtherPending } from './rules.ts';

/**
 * Notifies the customer that a package will begin next month, or that it won't any more. If neither is the case,
 * notifies them of the new preferred time.
 */
export async function notifyChange(services: WritesMessages, trx: Db, change: PlanChange): Promise<void> {
  await services.messages.notify(services, trx, [
    {
      userId: change.after.customerId,
      ...noticeOf(change),
      type: 'subscription_changed',
      actionUrl: '/plan',
    },
  ]);
}

function noticeOf(change: PlanChange): { title: string; message: string } {
  const { before, after } = change;
  if (!hasOtherPending(before, after)) {
    return {
      title: 'Preferred time changed',
      message: `Your preferred time is now ${after.preferredTime}. Please still put your bags at the curb by 7 AM.`,
    };
  }
  const { packageType, from, price, pickupDays, firstDays, dropsPending } = presentChange(change);
  const { name } = planOf(packageType);
  if (from === null) {
    const dropped = planOf(dropsPending ?? packageType).name;
    return {
      title: 'Plan change undone',
      message: `${dropped} won't start next month. Your plan is ${name} for $${price} a month.`,
    };
  }
  const first = firstDays[0] ? `, starting ${formatDateKey(firstDays[0])}` : '';
  return {
    title: `Your plan changes on ${formatDateKey(dateKeyOf(new Date(from)))}`,
    message: `${name} for $${price} a month, with pickups on ${daysText(pickupDays)}${first}.`,
  };
}
