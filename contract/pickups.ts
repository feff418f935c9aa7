import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Precision } from './values/places.ts';
import { Address, AmountInput, Id, IdParams, Money, Timestamp } from './values/shapes.ts';

/** The kinds of pickups. A one-time pickup's type depends on how soon it is (BOOK-16). */
export const serviceTypes = ['one-time', 'subscription', 'same-day', 'next-day'] as const;
export const ServiceType = z.enum(serviceTypes);
export type ServiceType = z.output<typeof ServiceType>;

export const pickupStatuses = ['pending', 'assigned', 'completed', 'issue', 'incomplete', 'cancelled'] as const;
export const PickupStatus = z.enum(pickupStatuses);
export type PickupStatus = z.output<typeof PickupStatus>;

/** The statuses of a pickup that is still to come, with or without a driver. */
export const openStatuses = ['pending', 'assigned'] as const satisfies readonly PickupStatus[];
/** The statuses of a pickup that is neither completed nor cancelled. */
export const unfinishedStatuses = [...openStatuses, 'issue', 'incomplete'] as const satisfies readonly PickupStatus[];

export function isOpenStatus(status: PickupStatus): status is (typeof openStatuses)[number] {
  return (openStatuses as readonly PickupStatus[]).includes(status);
}

/**
 * The state table of a pickup (PICKUP-2): from which statuses a move is allowed, and where it leads. The server's
 * conditional UPDATE and the dispatcher's buttons both read it, so they can't disagree. A move to the current status is
 * a repeat: it succeeds and changes nothing.
 */
export const pickupMoves = {
  assign: { from: openStatuses, to: 'assigned' },
  complete: { from: ['assigned'], to: 'completed' },
  reportIssue: { from: ['assigned'], to: 'issue' },
  markIncomplete: { from: ['assigned'], to: 'incomplete' },
  reschedule: { from: unfinishedStatuses, to: null },
  cancel: { from: unfinishedStatuses, to: 'cancelled' },
  unassign: { from: ['assigned'], to: 'pending' },
  /** The person who resolved the pickup undoes that within `undoSeconds` of the press. */
  undo: { from: ['completed', 'issue', 'incomplete'], to: 'assigned' },
  /** An admin reverses a completion on the same New York day. */
  reopen: { from: ['completed'], to: 'assigned' },
} as const satisfies Record<string, { from: readonly PickupStatus[]; to: PickupStatus | null }>;
export type PickupMove = keyof typeof pickupMoves;

export function canMove(status: PickupStatus, move: PickupMove): boolean {
  return (pickupMoves[move].from as readonly PickupStatus[]).includes(status);
}

/** How long a person can undo a press or a bulk action, and how long the customer's 'Pickup completed' notice waits. */
export const undoSeconds = 120;

/** "1 bag", "8 bags" */
export function bagsText(bagCount: number): string {
  return bagCount === 1 ? '1 bag' : `${bagCount} bags`;
}

/** Returns the number of bags: as counted by the driver, or else as booked. */
export function bagsOf({
  bagCount,
  countedBags,
}: {
  bagCount: number;
  countedBags?: number | null | undefined;
}): number {
  return countedBags ?? bagCount;
}

/** Returns "8 bags", or "12 bags, not 8" when the driver counted a different number. */
export function countedBagsText(stop: { bagCount: number; countedBags?: number | null | undefined }): string {
  const bags = bagsOf(stop);
  return bags === stop.bagCount ? bagsText(bags) : `${bagsText(bags)}, not ${stop.bagCount}`;
}

/** The badge text of each status (PICKUP-1: assigned is shown as Scheduled). */
export const statusLabels: Record<PickupStatus, string> = {
  pending: 'Pending',
  assigned: 'Scheduled',
  completed: 'Completed',
  issue: 'Issue',
  incomplete: 'Incomplete',
  cancelled: 'Cancelled',
};

export const maxInstructionsLength = 1000;
/** The customer's instructions to the driver, such as a gate code. */
export const Instructions = z.nullish(
  z
    .string()
    .check(z.trim(), z.maxLength(maxInstructionsLength, 'Special instructions must be less than 1000 characters')),
);

/** A pickup as its customer sees it. */
export const Pickup = z.object({
  id: Id,
  customerId: Id,
  driverId: z.nullable(Id),
  address: z.string(),
  fullAddress: z.nullable(z.string()),
  /** "latitude,longitude" in degrees; null until the address is looked up. */
  coordinates: z.nullable(z.string()),
  /** How exact the coordinates are: the door, the street, or the center of the ZIP code. */
  coordinatesPrecision: z.nullable(Precision),
  bagCount: z.int(),
  /**
   * The driver's count, for the driver and the dispatcher; null when it equals `bagCount`. The price depends only on
   * `bagCount`.
   */
  countedBags: z.optional(z.nullable(z.int())),
  amount: Money,
  serviceType: ServiceType,
  status: PickupStatus,
  requestedDate: z.nullable(Timestamp),
  scheduledDate: z.nullable(Timestamp),
  completedAt: z.nullable(Timestamp),
  specialInstructions: z.nullable(z.string()),
  routeId: z.nullable(Id),
  routeOrder: z.nullable(z.int()),
  estimatedArrival: z.nullable(Timestamp),
  /** Whether the dispatcher pinned it to its position in the route. */
  isPinned: z.boolean(),
  pickupWindow: z.nullable(z.string()),
  priority: z.string(),
  estimatedDuration: z.nullable(z.int()),
  actualDuration: z.nullable(z.int()),
  /** 1 to 5, for the customer and the dispatcher; null for the driver. */
  customerRating: z.nullable(z.int()),
  ratingComment: z.optional(z.nullable(z.string())),
  /** When its customer can begin to rate it; null unless it is completed (contract/pickups/ratings.ts). */
  rateFrom: z.optional(z.nullable(Timestamp)),
  /** From this time on, its customer can no longer rate it; null unless it is completed. */
  rateUntil: z.optional(z.nullable(Timestamp)),
  driverNotes: z.nullable(z.string()),
  /** Why the driver couldn't complete it (`incompleteReasons` in contract/drivers.ts). */
  incompleteReason: z.nullable(z.string()),
  beforePhotoUrl: z.nullable(z.string()),
  afterPhotoUrl: z.nullable(z.string()),
  cancellationReason: z.nullable(z.string()),
  paymentStatus: z.string(),
  subscriptionId: z.nullable(Id),
  /**
   * When it became held: a phone booking or return trip that wasn't paid at the cut-off. A held pickup is in no route
   * until it is paid.
   */
  heldAt: z.optional(z.nullable(Timestamp)),
  /** For a return trip: the pickup whose first trip was wasted. */
  returnOf: z.optional(z.nullable(Id)),
  /** For a free pickup: the completed pickup that was judged missed. */
  recoveryOf: z.optional(z.nullable(Id)),
  /** Who completed it or marked it as issue or incomplete; null for a customer. */
  resolvedBy: z.optional(z.nullable(Id)),
  /** Until when this person can undo that; null for a customer. */
  undoUntil: z.optional(z.nullable(Timestamp)),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Pickup = z.output<typeof Pickup>;

/** A pickup in the dispatcher's list, with the names of its customer and driver. */
export const AdminPickup = z.extend(Pickup, {
  /** Whether its ZIP code is in no active service area; false when there are no areas. */
  isOutsideArea: z.boolean(),
  /** The admin who booked it for a customer on the phone; null for other pickups. */
  bookedBy: z.nullable(Id),
  customerUsername: z.nullable(z.string()),
  /** "First Last", or the username. */
  customerName: z.nullable(z.string()),
  customerPhone: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  driverUsername: z.nullable(z.string()),
  /** "First Last", or the username. */
  driverName: z.nullable(z.string()),
});
export type AdminPickup = z.output<typeof AdminPickup>;

/** The customer's input for a booking. The server derives price, type, status and who pays. */
export const BookingInput = z.object({
  address: Address,
  bagCount: z.int({ error: 'Bag count must be a whole number' }).check(z.minimum(1, 'Bag count must be at least 1')),
  scheduledDate: z.string({ error: 'Please select a date.' }).check(z.maxLength(40, 'Please select a date.')),
  specialInstructions: Instructions,
});
export type BookingInput = z.output<typeof BookingInput>;

/** A booking, with the fields that clients may send and the server only checks. */
export const CreatePickupBody = z.extend(BookingInput, {
  amount: AmountInput,
  serviceType: z.optional(z.string()),
  status: z.optional(z.string()),
  paymentIntentId: z.optional(z.string().check(z.maxLength(255))),
});

export const createPickup = endpoint('POST', '/api/pickups', 'customer', {
  body: CreatePickupBody,
  response: Pickup,
  status: 201,
  errors: [400, 402, 404, 409, 429],
});

export const assignPickup = endpoint('POST', '/api/admin/pickups/:id/assign', 'admin', {
  params: IdParams,
  body: z.object({ driverId: z.uuid({ error: 'Please choose a driver' }) }),
  response: AdminPickup,
  errors: [400, 404, 409],
});

const newDateRequired = 'Please select a new date for the pickup.';

export const RescheduleBody = z.object({
  newDate: z
    .string({ error: newDateRequired })
    .check(z.minLength(1, newDateRequired), z.maxLength(40, newDateRequired)),
  reason: z.nullish(z.string().check(z.trim(), z.maxLength(500, 'Reason must be less than 500 characters'))),
  shouldEmailCustomer: z._default(z.boolean(), true),
});

/** Moves a pickup to another date and emails the customer unless `shouldEmailCustomer` is false. */
export const reschedulePickup = endpoint('POST', '/api/admin/pickups/:id/reschedule', 'admin', {
  params: IdParams,
  body: RescheduleBody,
  response: z.object({ emailAttempted: z.boolean(), emailSent: z.boolean(), pickup: AdminPickup }),
  errors: [400, 404, 409],
});

export const cancelPickup = endpoint('DELETE', '/api/admin/pickups/:id', 'admin', {
  params: IdParams,
  response: AdminPickup,
  errors: [404, 409],
});
