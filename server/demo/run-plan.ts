import { intentIdOfSecret, testCards } from '../../contract/payments.ts';
import { addDays, dateKeyOf, weekdayOf } from '../../contract/values/dates.ts';
import type { PackageType } from '../../contract/values/prices.ts';
import { confirmTestPayment } from '../payments/checkout/confirm-test-payment.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { findPlanStops } from '../subscriptions/occurrences/find-plan-stops.ts';
import { createSubscription } from '../subscriptions/subscribe/create-subscription.ts';
import { type Crew, drive, servicesAt } from './book-one-time.ts';
import type { DemoCustomer } from './make-people.ts';

/** Longer than any demo plan has run. */
const mostWeeks = 12;

/**
 * Subscribes a customer some days ago and completes the stops due since. Returns what it created, which is nothing when
 * the plan exists.
 */
export async function runPlan(
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
