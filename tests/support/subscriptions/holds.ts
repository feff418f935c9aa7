import { instantOf } from '../../../contract/values/time/dates.ts';
import { renewSubscriptions } from '../../../server/subscriptions/billing/renew-subscriptions.ts';
import { sweepCredits } from '../../../server/subscriptions/credits/sweep-credits.ts';
import { clearEndedHolds } from '../../../server/subscriptions/hold/clear-ended-holds.ts';
import { sweepSubscriptions } from '../../../server/subscriptions/occurrences/sweep-subscriptions.ts';
import { staySignedIn } from '../accounts/people.ts';
import type { TestApp } from '../app.ts';

/** Sets the clock to a New York wall time and runs every job that is due by then, as the hourly schedule does. */
export async function turnTo(t: TestApp, day: string, wallTime = '12:00'): Promise<void> {
  t.setNow(instantOf(day, wallTime));
  await staySignedIn(t);
  await renewSubscriptions(t.services);
  await sweepCredits(t.services);
  await clearEndedHolds(t.services);
  await sweepSubscriptions(t.services);
  await t.runJobs();
}

export async function creditsOf(t: TestApp, subscriptionId: string): Promise<[string, string | null][]> {
  const rows = await t.db
    .selectFrom('plan_credits')
    .select(['serviceDay', 'amount'])
    .where('subscriptionId', '=', subscriptionId)
    .orderBy('serviceDay')
    .execute();
  return rows.map(({ serviceDay, amount }) => [serviceDay, amount]);
}

/** Returns the stored holds of a plan. Holds that were cancelled before they began have no days. */
export async function holdsOf(t: TestApp, subscriptionId: string): Promise<[string, string][]> {
  const rows = await t.db
    .selectFrom('plan_holds')
    .select(['fromDay', 'untilDay'])
    .where('subscriptionId', '=', subscriptionId)
    .orderBy('createdAt')
    .execute();
  return rows.map(({ fromDay, untilDay }) => [fromDay, untilDay]);
}
