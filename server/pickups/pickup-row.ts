import type { IncompleteReason } from '../../contract/drivers.ts';
import type { PhotoUrls } from '../../contract/photos.ts';
import type { PickupStatus, ServiceType } from '../../contract/pickups.ts';
import type { Precision } from '../../contract/values/places.ts';

/** A pickup's row: amounts are text with two decimals, instants are Dates, days are YYYY-MM-DD. */
export interface PickupRow extends PhotoUrls {
  id: string;
  customerId: string;
  driverId: string | null;
  address: string;
  fullAddress: string | null;
  coordinates: string | null;
  coordinatesPrecision: Precision | null;
  bagCount: number;
  /** The number of bags that the driver counted; null while it equals `bagCount`. */
  countedBags: number | null;
  amount: string;
  serviceType: ServiceType;
  status: PickupStatus;
  requestedDate: Date | null;
  scheduledDate: Date | null;
  completedAt: Date | null;
  /** When the driver resolved the stop; null when a dispatcher did. */
  settledAt: Date | null;
  resolvedBy: string | null;
  resolvedAt: Date | null;
  mowingBefore: Date | null;
  mowingAfter: Date | null;
  specialInstructions: string | null;
  routeId: string | null;
  routeOrder: number | null;
  estimatedArrival: Date | null;
  isPinned: boolean;
  pickupWindow: string | null;
  priority: string;
  estimatedDuration: number | null;
  actualDuration: number | null;
  customerRating: number | null;
  ratingComment: string | null;
  driverNotes: string | null;
  incompleteReason: IncompleteReason | null;
  cancellationReason: string | null;
  paymentStatus: string;
  stripePaymentIntentId: string | null;
  subscriptionId: string | null;
  /** The plan's service day that the pickup is for. Rescheduling doesn't change it. Null without a subscription. */
  occurrenceDate: string | null;
  bookedBy: string | null;
  heldAt: Date | null;
  returnOf: string | null;
  recoveryOf: string | null;
  /** With `lateRefundPercent`, the terms that the pickup was booked under (`termsOf`). */
  changeCutoff: string | null;
  lateRefundPercent: number | null;
  scheduledDay: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface AdminPickupRow extends PickupRow {
  isOutsideArea: boolean;
  customerUsername: string | null;
  customerFirstName: string | null;
  customerLastName: string | null;
  customerPhone: string | null;
  customerEmail: string | null;
  driverUsername: string | null;
  driverFirstName: string | null;
  driverLastName: string | null;
}
