import type { AdminPickup, Pickup } from '../../contract/pickups.ts';
import { shownEmail } from '../../contract/values/deleted-account.ts';
import { personName } from '../../contract/values/person-name.ts';
import type { AdminPickupRow, PickupRow } from './pickup-row.ts';
import { ratingWindowOf, undoUntilOf } from './rules.ts';

/** Returns a pickup as responses contain it. Only the fields listed here leave the server. */
export function presentPickup(row: PickupRow): Pickup {
  const window = ratingWindowOf(row);
  return {
    id: row.id,
    customerId: row.customerId,
    driverId: row.driverId,
    address: row.address,
    fullAddress: row.fullAddress,
    coordinates: row.coordinates,
    coordinatesPrecision: row.coordinatesPrecision,
    bagCount: row.bagCount,
    countedBags: row.countedBags,
    amount: row.amount,
    serviceType: row.serviceType,
    status: row.status,
    requestedDate: toText(row.requestedDate),
    scheduledDate: toText(row.scheduledDate),
    completedAt: toText(row.completedAt),
    specialInstructions: row.specialInstructions,
    routeId: row.routeId,
    routeOrder: row.routeOrder,
    estimatedArrival: toText(row.estimatedArrival),
    isPinned: row.isPinned,
    pickupWindow: row.pickupWindow,
    priority: row.priority,
    estimatedDuration: row.estimatedDuration,
    actualDuration: row.actualDuration,
    customerRating: row.customerRating,
    ratingComment: row.ratingComment,
    rateFrom: toText(window?.from ?? null),
    rateUntil: toText(window?.until ?? null),
    driverNotes: row.driverNotes,
    incompleteReason: row.incompleteReason,
    beforePhotoUrl: row.beforePhotoUrl,
    afterPhotoUrl: row.afterPhotoUrl,
    cancellationReason: row.cancellationReason,
    paymentStatus: row.paymentStatus,
    subscriptionId: row.subscriptionId,
    heldAt: toText(row.heldAt),
    returnOf: row.returnOf,
    recoveryOf: row.recoveryOf,
    resolvedBy: row.resolvedBy,
    undoUntil: undoUntilOf(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Returns a pickup for its customer: without the driver's notes and bag count, and without who resolved it. */
export function presentToCustomer(row: PickupRow): Pickup {
  return Object.assign(presentPickup(row), { driverNotes: null, countedBags: null, resolvedBy: null, undoUntil: null });
}

/** Returns a pickup for its driver: without the rating, because the driver knows where the customer lives. */
export function presentToDriver(row: PickupRow): Pickup {
  return Object.assign(presentPickup(row), { customerRating: null, ratingComment: null });
}

/** Returns a pickup for the dispatcher, with the names of its customer and driver. */
export function presentAdminPickup(row: AdminPickupRow): AdminPickup {
  const { isOutsideArea, bookedBy, customerUsername, customerPhone, customerEmail, driverUsername } = row;
  return Object.assign(presentPickup(row), {
    ...{ isOutsideArea, bookedBy, customerUsername, customerPhone, driverUsername },
    customerEmail: shownEmail(customerEmail),
    customerName: nameOf(row.customerFirstName, row.customerLastName, customerUsername),
    driverName: nameOf(row.driverFirstName, row.driverLastName, driverUsername),
  });
}

function nameOf(firstName: string | null, lastName: string | null, username: string | null): string | null {
  return username === null ? null : personName({ firstName, lastName, username });
}

function toText(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString();
}
