import { bagsText } from '../../../contract/pickups.ts';
import { recordChanges } from '../../audit/record-change.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { describeDay } from '../change-status.ts';
import type { PickupRow } from '../pickup-row.ts';
import { lockDriver } from '../store.ts';
import { enqueueDayCounts } from './enqueue-day-counts.ts';
import { setDrivers } from './store.ts';

/**
 * Gives many pending pickups to their drivers, in a transaction of the caller that plans a whole day. Each customer hears of it, each
 * driver once of all that is new. Throws 409 when a driver is not active any more or a pickup is not pending any more.
 */
export async function assignStops(
  services: Services,
  trx: Db,
  actorId: string,
  pairs: readonly { pickupId: string; driverId: string }[],
): Promise<void> {
  if (pairs.length === 0) return;
  const names = new Map<string, string>();
  for (const driverId of [...new Set(pairs.map((pair) => pair.driverId))].sort()) {
    const driver = await lockDriver(trx, driverId);
    if (!driver?.isActive) throw new Refusal(409, 'This driver is not active any more.');
    names.set(driverId, driver.username);
  }
  const assigned = await setDrivers(trx, pairs, services.clock());
  if (assigned.length < pairs.length) {
    throw new Refusal(409, 'Somebody else has just changed these pickups.', { code: 'changed_meanwhile' });
  }
  await enqueueDayCounts(services, trx, assigned);
  await recordChanges(
    services,
    trx,
    assigned.map(({ id, driverId }) => ({
      actorId,
      action: 'assigned',
      subject: 'pickup',
      subjectId: id,
      details: { driver: names.get(driverId ?? '') ?? '' },
    })),
  );
  await services.jobs.enqueueAll(trx, 'notify-person', [
    ...noticesForCustomers(assigned),
    ...noticesForDrivers(assigned),
  ]);
}

function noticesForCustomers(assigned: readonly PickupRow[]) {
  return assigned.map((pickup) => ({
    userId: pickup.customerId,
    title: 'Pickup scheduled',
    type: 'pickup_assigned',
    message: `A driver takes your bags on ${describeDay(pickup)}.`,
    actionUrl: '/pickup-history',
  }));
}

function noticesForDrivers(assigned: readonly PickupRow[]) {
  const byDriver = Map.groupBy(assigned, ({ driverId }) => driverId ?? '');
  return [...byDriver].map(([userId, stops]) => {
    const [first] = stops as [PickupRow];
    const on = `on ${describeDay(first)}.`;
    return {
      ...{ userId, type: 'pickup_assigned', actionUrl: '/driver' },
      ...(stops.length === 1
        ? { title: 'New stop', message: `${first.address}, ${bagsText(first.bagCount)} ${on}` }
        : { title: 'New stops', message: `${stops.length} new stops ${on}` }),
    };
  });
}
