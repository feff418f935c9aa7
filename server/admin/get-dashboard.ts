import type { AdminDashboard } from '../../contract/admin.ts';
import { addDays, dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';
import { countMembers } from '../accounts/members/count-members.ts';
import { maxCounted } from '../http/paging.ts';
import { countRequests } from '../pickups/lists/list-pickups.ts';
import type { Services } from '../services.ts';
import { countActive, countByDay, countStopsOf, sumActivePrices } from './admin.store.ts';

const daysShown = 14;

/** Returns the dashboard's figures, counted in the database. */
export async function getDashboard({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<AdminDashboard> {
  const today = dateKeyOf(clock());
  const firstDay = addDays(today, 1 - daysShown);
  const since = instantOf(firstDay, '00:00');
  const [members, requests, revenue, subscriptions, stops, booked, completed] = await Promise.all([
    countMembers(db),
    countRequests(db),
    sumActivePrices(db),
    countActive(db, maxCounted),
    countStopsOf(db, today),
    countByDay(db, 'createdAt', since),
    countByDay(db, 'completedAt', since),
  ]);
  const days = Array.from({ length: daysShown }, (_, index) => addDays(firstDay, index));
  return {
    customers: members.customers,
    revenue,
    pending: requests.pending,
    subscriptions,
    subscriptionStops: stops.subscription,
    packageStops: stops.package,
    days: days.map((date) => ({ date, booked: booked.get(date) ?? 0, completed: completed.get(date) ?? 0 })),
  };
}
