import { addDays, dateKeyOf } from '../../contract/values/dates.ts';
import { Refusal } from '../refusal.ts';
import { planDriverDay } from '../routing/day/plan-driver-day.ts';
import type { Services } from '../services.ts';
import { bookOneTime, type Crew } from './book-one-time.ts';
import { makePeople } from './make-people.ts';
import { runPlan } from './run-plan.ts';
import { aloneWith } from './store.ts';

export interface MadeDemoData {
  customers: number;
  subscriptions: number;
  pickups: number;
}

const plans = ['basic', 'clean-carry', 'clean-carry', 'heavy-duty', 'premium', 'basic'] as const;

/** Days from today on which one-time pickups are, and what became of them. */
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
 * Makes a believable Philadelphia day: customers at real streets, plans with some weeks behind them, requests in every
 * status, and two drivers' routes. Everything goes through the same use cases as real bookings, with the clock of its day, so
 * the demo cannot lie; and everything has a fixed name, so running it again adds nothing. Throws 409 with live payments, and
 * while another call makes it.
 */
export async function createDemoData(services: Services): Promise<MadeDemoData> {
  const { confirmTest } = services.payments;
  if (!confirmTest) throw new Refusal(409, 'Demo data is not made where real cards are charged.');
  const made = await aloneWith(services.db, () => makeDemoData(services));
  if (!made) throw new Refusal(409, 'The demo data is being made already.', { code: 'in_progress' });
  return made;
}

async function makeDemoData(services: Services): Promise<MadeDemoData> {
  const today = dateKeyOf(services.clock());
  const { customers, drivers, admin, made } = await makePeople(services);
  const crew: Crew = { drivers, admin };
  const counts: MadeDemoData = { customers: made, subscriptions: 0, pickups: 0 };
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
