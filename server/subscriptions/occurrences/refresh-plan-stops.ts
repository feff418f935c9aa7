import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupChangeServices } from '../../services.ts';
import { changeSubscription, type SubscriptionRow } from '../subscriptions.store.ts';
import { instructionsOf, packagesOf } from './instructions.ts';
import { changeStop, findFirstOccurrence, listOpenStops } from './occurrences.store.ts';

/**
 * Refreshes the instructions and bags of a plan's open stops, and the plan's `nextPickupDate`. Every change of the
 * subscription or of one of its stops calls it, under the subscription's lock.
 */
export async function refreshPlanStops(
  services: PickupChangeServices,
  trx: Db,
  subscription: SubscriptionRow,
): Promise<SubscriptionRow> {
  const now = services.clock();
  const stops = await listOpenStops(trx, subscription.id);
  const { bagCountLimit } = subscription;
  const firstOccurrence = (await findFirstOccurrence(trx, subscription.id)) ?? dateKeyOf(now);
  const days = stops.map((stop) => stop.occurrenceDate);
  const instructions = instructionsOf(packagesOf(subscription, firstOccurrence), days);
  for (const [index, stop] of stops.entries()) {
    const specialInstructions = instructions[index] ?? null;
    if (stop.specialInstructions === specialInstructions && stop.bagCount === bagCountLimit) continue;
    await changeStop(trx, stop.id, { specialInstructions, bagCount: bagCountLimit, updatedAt: now });
  }
  // More bags take longer, so the driver reaches the stops after this one later.
  const resized = stops.filter((stop) => stop.bagCount !== bagCountLimit);
  await services.afterPickupChange(services, trx, { kind: 'resized-by-plan', after: resized });
  const nextPickupDate = subscription.status === 'active' ? (stops[0]?.scheduledDate ?? null) : null;
  if (nextPickupDate?.getTime() === subscription.nextPickupDate?.getTime()) return subscription;
  return await changeSubscription(trx, subscription.id, { nextPickupDate, updatedAt: now });
}
