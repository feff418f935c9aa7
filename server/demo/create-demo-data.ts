import { addDays, dateKeyOf } from '../../contract/values/dates.ts';
import { Refusal } from '../refusal.ts';
import { planDriverDay } from '../routing/day/optimize-routes.ts';
import type { Services } from '../services.ts';
import { bookOneTime, type Crew } from './book-one-time.ts';
import { makePeople } from './make-people.ts';
import { runPlan } from './run-plan.ts';
import { withDemoLock } from './store.ts';

export interface DemoData {
  customers: number;
  subscriptions: number;
  pickups: number;
}

const plans = ['basic', 'clean-carry', 'clean-carry', 'heavy-duty', 'premium', 'basic'] as const;

/** Days from today of the one-time pickups, and their outcome. */
const requests = [
  { day: -13, end: 'completed' },
  { day: -11, end: 'completed' },
  { day: -10, end: 'completed' },
  { day: -8, end: 'completed' },
  { day: -7, end: 'completed' },
  { day: -6, end: 'incomplete' },
  { day: -5, end: 'completed' },
  { day: -4, end: 'completed' },
  { day: -3, end: 'issue' },
  { day: -2, end: 'completed' },
  { day: -1, end: 'assigned' },
  { day: 0, end: 'completed' },
  { day: 0, end: 'assigned' },
  { day: 0, end: 'assigned' },
  { day: 0, end: 'pending' },
  { day: 1, end: 'pending' },
  { day: 1, end: 'assigned' },
  { day: 2, end: 'pending' },
  { day: 4, end: 'pending' },
] as const;

/**
 * Creates a realistic Philadelphia day: customers at real streets, plans a few weeks old, requests in every status, and
 * two drivers' routes. Everything goes through the same use cases as real bookings, with the clock of its day.
 * Everything has a fixed key, so running it again adds nothing. Throws 409 with live payments, and while another call
 * runs.
 */
export async function createDemoData(services: Services): Promise<DemoData> {
  const { confirmTest } = services.payments;
  if (!confirmTest) throw new Refusal(409, 'Demo data is not available with live payments.');
  const data = await withDemoLock(services.db, () => buildDemoData(services));
  if (!data) throw new Refusal(409, 'Demo data is already being created.', { code: 'in_progress' });
  return data;
}

async function buildDemoData(services: Services): Promise<DemoData> {
  const today = dateKeyOf(services.clock());
  const { customers, drivers, admin, made } = await makePeople(services);
  const crew: Crew = { drivers, admin };
  const counts: DemoData = { customers: made, subscriptions: 0, pickups: 0 };
  for (const [index, customer] of customers.entries()) {
    if (index % 3 === 0) {
      const packageType = plans[(index / 3) % plans.length] ?? 'basic';
      const plan = await runPlan(services, crew, customer, {
        packageType,
        startedDaysAgo: 8 + (index % 14),
        seed: index,
      });
      counts.subscriptions += plan.subscriptions;
      counts.pickups += plan.pickups;
    } else {
      const request = requests[index % requests.length] ?? requests[0];
      counts.pickups += await bookOneTime(services, crew, customer, { ...request, seed: index });
    }
  }
  for (const day of [today, addDays(today, 1)]) {
    for (const driverId of drivers) await planDriverDay(services, admin, driverId, day);
  }
  return counts;
}
