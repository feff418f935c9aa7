import { v5 as nameId } from 'uuid';
import { testCards } from '../../contract/payments.ts';
import { centsToText } from '../../contract/values/money.ts';
import { bagTiers, defaultBagTier } from '../../contract/values/prices.ts';
import { addDays, dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';
import { confirmTestPayment } from '../payments/checkout/confirm-test-payment.ts';
import { createPaymentIntent } from '../payments/checkout/create-payment-intent.ts';
import { assignPickup } from '../pickups/dispatch/assign-pickup.ts';
import { movePickup } from '../pickups/dispatch/change-status.ts';
import { findBooked } from '../pickups/payment-marks.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { DemoCustomer } from './make-people.ts';

export interface Crew {
  drivers: readonly string[];
  admin: string;
}

export type End = 'pending' | 'assigned' | 'completed' | 'issue' | 'incomplete';

const moves = { completed: 'complete', issue: 'reportIssue', incomplete: 'markIncomplete' } as const;
const words = [null, 'Please ring twice', 'Bags are behind the gate', null, 'Mattress beside the bags', null];

/** Namespace of the draft keys. Each demo booking has a fixed key, so running it again creates nothing. */
const draftNames = '6f1f6a4e-8f0e-4c8e-9c67-1c1f5f0c7a11';

/**
 * Books, pays for and drives one pickup through the use cases of customer, dispatcher and driver. Returns the number of
 * new pickups: 1, or 0 when it already exists.
 */
export async function bookOneTime(
  services: Services,
  crew: Crew,
  customer: DemoCustomer,
  { day: offset, end, seed }: { day: number; end: End; seed: number },
): Promise<number> {
  const today = dateKeyOf(services.clock());
  const day = addDays(today, offset);
  const ahead = Math.floor(seed / 2) % 4;
  const [bookedOn = today] = [addDays(day, -ahead), today].sort();
  const tier = bagTiers[seed % bagTiers.length] ?? defaultBagTier;
  // Same-day bookings are made before the drivers leave.
  const then = servicesAt(services, bookedOn, bookedOn === day ? '06:10' : `1${seed % 8}:${10 + (seed % 40)}`);
  const draftKey = nameId(customer.username, draftNames);
  const booking = {
    address: customer.address,
    bagCount: tier.bags,
    scheduledDate: instantOf(day, '09:00').toISOString(),
    specialInstructions: words[seed % words.length] ?? null,
    draftKey,
  };
  if (await findBooked(services.db, customer.id, draftKey)) return 0;
  try {
    const { id } = await createPaymentIntent(then, customer.id, { amount: centsToText(tier.priceCents), booking });
    await confirmTestPayment(then, customer.id, id, testCards.successful.paymentMethodId);
  } catch (error) {
    // Another request won the race.
    if (error instanceof Refusal && error.status === 409) return 0;
    throw error;
  }
  const pickupId = await findBooked(services.db, customer.id, draftKey);
  if (pickupId) await drive(services, crew, { pickupId, day, bookedOn, end, seed });
  return 1;
}

/** Assigns and resolves the pickup, as far as `end` says. */
export async function drive(
  services: Services,
  crew: Crew,
  { pickupId, day, bookedOn, end, seed }: { pickupId: string; day: string; bookedOn: string; end: End; seed: number },
): Promise<void> {
  const driver = crew.drivers[seed % crew.drivers.length];
  if (end === 'pending' || !driver) return;
  const assigned = servicesAt(services, bookedOn, bookedOn === day ? '06:45' : '18:30');
  await assignPickup(assigned, crew.admin, pickupId, driver);
  if (end === 'assigned') return;
  const at = servicesAt(services, day, `0${8 + (seed % 2)}:${10 + (seed % 50)}`);
  await movePickup(at, driver, pickupId, moves[end], undefined);
}

/** Returns services whose clock shows another time, so that past records get the times of their day. */
export function servicesAt(services: Services, day: string, wallTime: string): Services {
  const then = Math.min(instantOf(day, wallTime).getTime(), services.clock().getTime());
  return { ...services, clock: () => new Date(then) };
}
