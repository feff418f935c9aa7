import type { z } from 'zod/mini';
import type { PickupPage } from '../../../contract/booking/pickup-page.ts';
import { photoField } from '../../../contract/photos.ts';
import { centsOf, centsToText } from '../../../contract/values/money.ts';
import { listTrail } from '../../audit/list-trail.ts';
import { type PickupCharge, readPickupCharges } from '../../payments/charges/read-pickup-charges.ts';
import { listPhotos } from '../../photos/list-photos.ts';
import { requireAdminPickup } from '../../pickups/find-pickup.ts';
import type { AdminPickupRow } from '../../pickups/pickup-row.ts';
import { presentToCustomer } from '../../pickups/present-pickup.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { timelineOf } from './rules.ts';

type Shape = z.input<typeof PickupPage>;

/** Returns a customer's own pickup with payment, photos and timeline. Throws 404, also for anybody else's pickup. */
export async function getMyPickup({ db }: Pick<Services, 'db'>, customerId: string, pickupId: string): Promise<Shape> {
  const pickup = await requireAdminPickup(db, pickupId);
  if (pickup.customerId !== customerId) throw new Refusal(404, 'Pickup not found');
  const [charges, taken, trail] = await Promise.all([
    readPickupCharges(db, pickup),
    listPhotos(db, pickupId),
    listTrail(db, { subject: 'pickup', id: pickupId }),
  ]);
  return {
    pickup: presentToCustomer(pickup),
    driverName: pickup.status === 'cancelled' ? null : pickup.driverFirstName,
    payment: paymentOf(pickup, charges),
    photos: photosOf(pickup, taken),
    timeline: timelineOf({ pickup, charges, trail }),
  };
}

/**
 * Returns the charge that pays for the pickup, with what was added to it, or else the last charge, which came too late
 * and was refunded.
 */
function paymentOf(pickup: AdminPickupRow, charges: readonly PickupCharge[]): Shape['payment'] {
  const own = charges.find(({ intentId }) => intentId === pickup.stripePaymentIntentId) ?? charges.at(-1);
  if (!own) return null;
  const all = charges.filter((charge) => charge === own || charge.isAddition);
  const refunds = all.flatMap((charge) => charge.refunds).sort((a, b) => a.at.getTime() - b.at.getTime());
  return {
    amount: centsToText(all.reduce((sum, { amount }) => sum + centsOf(amount), 0)),
    paidAt: own.movedAt.toISOString(),
    paidWith: own.card,
    receiptId: own.id,
    refunds: refunds.map(({ at, ...refund }) => ({ ...refund, at: at.toISOString() })),
    isDisputed: all.some(({ disputedAt }) => disputedAt !== null),
  };
}

function photosOf(pickup: AdminPickupRow, taken: Awaited<ReturnType<typeof listPhotos>>): Shape['photos'] {
  return taken.flatMap(({ moment, takenAt }) => {
    const url = pickup[photoField(moment)];
    return url ? [{ moment, url, takenAt: takenAt.toISOString() }] : [];
  });
}
