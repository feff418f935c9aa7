import type { DateKey } from '../../contract/values/dates.ts';
import { visitTimeOf } from '../../contract/values/plan/schedule.ts';
import { visitIdOf } from '../subscriptions/occurrences/visit-id.ts';
import type { ClosedStop, PlanRow } from './store.ts';

interface UnmadeVisit {
  readonly occurrence: DateKey;
  /** The day that it is on now. */
  readonly day: DateKey;
}

/** A visit that has no stop yet, as the stop that it would have. It has no driver, because that is decided when it is made. */
export function unmadeStopOf(plan: PlanRow, { occurrence, day }: UnmadeVisit): ClosedStop {
  const { id: subscriptionId, customerId, bagCountLimit: bagCount, username, firstName, lastName, phone } = plan;
  return {
    ...{ customerId, subscriptionId, bagCount, username, firstName, lastName, phone, ...nothing },
    id: visitIdOf({ subscriptionId, occurrence }),
    address: plan.address ?? plan.accountAddress ?? '',
    occurrenceDate: occurrence,
    scheduledDate: visitTimeOf(day),
    scheduledDay: day,
  };
}

const nothing = {
  serviceType: 'subscription',
  status: 'pending',
  countedBags: null,
  ...{ driverId: null, fullAddress: null, coordinates: null, coordinatesPrecision: null, requestedDate: null },
  ...{ amount: '0.00', paymentStatus: 'paid', priority: 'normal' },
  ...{ completedAt: null, settledAt: null, resolvedBy: null, resolvedAt: null, mowingBefore: null, mowingAfter: null },
  ...{ specialInstructions: null, routeId: null, routeOrder: null, estimatedArrival: null, isPinned: false },
  ...{ pickupWindow: null, estimatedDuration: null, actualDuration: null, customerRating: null, ratingComment: null },
  ...{ driverNotes: null, incompleteReason: null, beforePhotoUrl: null, afterPhotoUrl: null, cancellationReason: null },
  ...{ stripePaymentIntentId: null, bookedBy: null, heldAt: null, returnOf: null, recoveryOf: null },
  ...{ changeCutoff: null, lateRefundPercent: null, createdAt: new Date(0), updatedAt: new Date(0) },
} as const;
