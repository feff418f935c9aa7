import { intentIdOfSecret, testCards } from '../../contract/payments.ts';
import type { PackageType } from '../../contract/values/prices.ts';
import { addDays, dateKeyOf, weekdayOf } from '../../contract/values/time/dates.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import { simulatedPayments } from '../external/payments/simulated/simulated-payments.ts';
import { confirmTestPayment } from '../payments/checkout/confirm-test-payment.ts';
import { Refusal } from '../refusal.ts';
import { planDriverDay } from '../routing/day/optimize-routes.ts';
import type { Services } from '../services.ts';
import { findPlanStops } from '../subscriptions/occurrences/find-plan-stops.ts';
import { sweepSubscriptions } from '../subscriptions/occurrences/sweep-subscriptions.ts';
import { createSubscription } from '../subscriptions/subscribe/create-subscription.ts';
import { bookOneTime, type Crew, drive, servicesAt } from './book-one-time.ts';
import { withDemoLock } from './demo.store.ts';
import { withFewNotices } from './few-notices.ts';
import { type DemoCustomer, makePeople } from './make-people.ts';

export interface DemoData {
  customers: number;
  subscriptions: number;
  pickups: number;
}

const plans = ['basic', 'clean-carry', 'clean-carry', 'heavy-duty', 'premium', 'basic'] as const;

/** The one-time pickups: days from today, and outcome. */
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
 * two drivers' routes. Each record is made by the same use cases as real bookings, at the time of its own day, and has
 * a fixed key, so running it again adds nothing. All of it is one transaction: a failure leaves nothing behind. Throws
 * 409 with live payments, and while another call runs.
 */
export async function createDemoData(services: Services): Promise<DemoData> {
  const { confirmTest } = services.payments;
  if (!confirmTest) throw new Refusal(409, 'Demo data is not available with live payments.');
  const data = await withDemoLock(services.db, () =>
    inTransaction(services.db, (trx) => buildDemoData(withFewNotices(servicesWithin(services, trx)))),
  );
  if (!data) throw new Refusal(409, 'Demo data is already being created.', { code: 'in_progress' });
  return data;
}

/**
 * Returns services that do everything within a transaction, the simulated provider's part too. The same-day cut-off
 * doesn't apply to them: today's bookings are made at the time at which they would have been.
 */
function servicesWithin(services: Services, trx: Db): Services {
  const settings = { ...services.settings, sameDayCutoff: undefined };
  return { ...services, db: trx, settings, payments: simulatedPayments(trx, services.clock) };
}

async function buildDemoData(services: Services): Promise<DemoData> {
  const today = dateKeyOf(services.clock());
  const { customers, drivers, admin, made } = await makePeople(services);
  const crew: Crew = { drivers, admin };
  const counts: DemoData = { customers: made, subscriptions: 0, pickups: 0 };
  for (const [index, customer] of customers.entries()) {
    if (index % 3 === 0) {
      const packageType = plans[(index / 3) % plans.length] ?? 'basic';
      const wanted = { packageType, startedDaysAgo: 8 + (index % 14), seed: index };
      const plan = await runPlan(services, crew, customer, wanted);
      counts.subscriptions += plan.subscriptions;
      counts.pickups += plan.pickups;
    } else {
      const request = requests[index % requests.length] ?? requests[0];
      counts.pickups += await bookOneTime(services, crew, customer, { ...request, seed: index });
    }
  }
  // Makes the plans' remaining stops now, which the hourly sweep would otherwise add later.
  counts.pickups += await sweepSubscriptions(services);
  for (const day of [today, addDays(today, 1)]) {
    for (const driverId of drivers) await planDriverDay(services, admin, driverId, day);
  }
  return counts;
}

/** A limit on the weeks of a demo plan, which no plan reaches. */
const mostWeeks = 12;

/**
 * Starts a customer's plan some days ago and completes the stops due since. Returns the numbers of new records: 0 when
 * the plan exists.
 */
async function runPlan(
  services: Services,
  crew: Crew,
  customer: DemoCustomer,
  { packageType, startedDaysAgo, seed }: { packageType: PackageType; startedDaysAgo: number; seed: number },
): Promise<{ subscriptions: number; pickups: number }> {
  const today = dateKeyOf(services.clock());
  const started = addDays(today, -startedDaysAgo);
  if (await findPlanStops(services.db, customer.id)) return { subscriptions: 0, pickups: 0 };
  const then = servicesAt(services, started, '19:15');
  try {
    // Some weekly plans are due today, on any weekday.
    const preferredDay = weekdayOf(addDays(today, seed % 2 === 0 ? 0 : seed % 7));
    const body = { packageType, preferredDay, preferredTime: 'morning' };
    const { clientSecret } = await createSubscription(then, customer.id, body);
    const card = testCards.successful.paymentMethodId;
    await confirmTestPayment(then, customer.id, intentIdOfSecret(clientSecret), card);
  } catch (error) {
    // Another request won the race.
    if (error instanceof Refusal && error.status === 409) return { subscriptions: 0, pickups: 0 };
    throw error;
  }
  for (let week = 0; week < 2 * mostWeeks; week += 1) {
    const due = (await findPlanStops(services.db, customer.id))?.openStops.find((stop) => stop.day <= today);
    if (!due) break;
    const end = due.day < today ? 'completed' : seed % 4 === 0 ? 'completed' : 'assigned';
    if (due.isAssigned && end === 'assigned') break;
    await drive(services, crew, { pickupId: due.id, day: due.day, bookedOn: addDays(due.day, -1), end, seed });
  }
  const plan = await findPlanStops(services.db, customer.id);
  return { subscriptions: 1, pickups: plan?.stops ?? 0 };
}
