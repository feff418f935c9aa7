import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { isDateKey } from './values/dates.ts';
import { Precision } from './values/places.ts';
import { Address, AmountInput, Id, IdParams, ListQuery, Money, noFilter, Timestamp } from './values/shapes.ts';

/** The kinds of pickups. A one-time pickup's type depends on how soon it is (BOOK-16). */
export const serviceTypes = ['one-time', 'subscription', 'same-day', 'next-day'] as const;
export const ServiceType = z.enum(serviceTypes);
export type ServiceType = z.output<typeof ServiceType>;

export const pickupStatuses = ['pending', 'assigned', 'completed', 'issue', 'incomplete', 'cancelled'] as const;
export const PickupStatus = z.enum(pickupStatuses);
export type PickupStatus = z.output<typeof PickupStatus>;

/**
 * The state table of a pickup (PICKUP-2): from which statuses a move is allowed, and where it leads. The server's
 * conditional UPDATE and the dispatcher's buttons both read it, so they can't disagree. A move to the current status is
 * a repeat: it succeeds and changes nothing.
 */
export const pickupMoves = {
  assign: { from: ['pending', 'assigned'], to: 'assigned' },
  complete: { from: ['assigned'], to: 'completed' },
  reportIssue: { from: ['assigned'], to: 'issue' },
  markIncomplete: { from: ['assigned'], to: 'incomplete' },
  reschedule: { from: ['pending', 'assigned', 'issue', 'incomplete'], to: null },
  cancel: { from: ['pending', 'assigned', 'issue', 'incomplete'], to: 'cancelled' },
  unassign: { from: ['assigned'], to: 'pending' },
  /** By the person who resolved it, within `undoSeconds` of the press. */
  undo: { from: ['completed', 'issue', 'incomplete'], to: 'assigned' },
  /** By an admin, on the New York day of completion. */
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
/** What the customer tells the driver, such as a gate code. */
export const Instructions = z.nullish(
  z
    .string()
    .check(z.trim(), z.maxLength(maxInstructionsLength, 'Special instructions must be less than 1000 characters')),
);

const pickupShape = {
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
  /** The dispatcher pinned it to its position in the route. */
  isPinned: z.boolean(),
  pickupWindow: z.nullable(z.string()),
  priority: z.string(),
  estimatedDuration: z.nullable(z.int()),
  actualDuration: z.nullable(z.int()),
  /** 1 to 5, for the customer and the dispatcher; null for the driver. */
  customerRating: z.nullable(z.int()),
  ratingComment: z.optional(z.nullable(z.string())),
  /** When its customer can rate it (contract/ratings.ts), until just before `rateUntil`; null unless it is completed. */
  rateFrom: z.optional(z.nullable(Timestamp)),
  rateUntil: z.optional(z.nullable(Timestamp)),
  driverNotes: z.nullable(z.string()),
  /** Why the driver couldn't complete it (`incompleteReasons` in contract/drivers.ts). */
  incompleteReason: z.nullable(z.string()),
  beforePhotoUrl: z.nullable(z.string()),
  afterPhotoUrl: z.nullable(z.string()),
  cancellationReason: z.nullable(z.string()),
  paymentStatus: z.string(),
  subscriptionId: z.nullable(Id),
  /** Of a return trip: the pickup whose first trip was wasted. */
  returnOf: z.optional(z.nullable(Id)),
  /** A free pickup: the completed one that was judged missed. */
  recoveryOf: z.optional(z.nullable(Id)),
  /** Who completed it or marked it as issue or incomplete; null for a customer. */
  resolvedBy: z.optional(z.nullable(Id)),
  /** Until when this person can undo it; null for a customer. */
  undoUntil: z.optional(z.nullable(Timestamp)),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

/** A pickup as its customer sees it. */
export const Pickup = z.object(pickupShape);
export type Pickup = z.output<typeof Pickup>;

/** A pickup in the dispatcher's list, with the names of its customer and driver. */
export const AdminPickup = z.object({
  ...pickupShape,
  /** Its ZIP code is in none of the active service areas; false when there are no areas. */
  isOutsideArea: z.boolean(),
  /** The admin who booked it for a customer on the phone; null for all others. */
  bookedBy: z.nullable(Id),
  /** Since when it is held: booked by phone and not paid at the cut-off. A held pickup is in no route until it is paid. */
  heldAt: z.nullable(Timestamp),
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

/** What the customer enters for a booking. The server derives price, type, status and who pays. */
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

const OwnPickupQuery = z.extend(ListQuery, {
  role: noFilter('role'),
  /** Lists cancelled pickups too. Without it only a `status` that names them does. */
  include: z.optional(z.literal('cancelled', { error: 'Include must be cancelled' })),
});
export type OwnPickupQuery = z.output<typeof OwnPickupQuery>;

export const listPickups = endpoint('GET', '/api/pickups', 'user', {
  query: OwnPickupQuery,
  response: z.array(Pickup),
  errors: [400],
});

/** `soonest` and `latest` sort by service date, the other two by creation. */
export const pickupSorts = ['newest', 'oldest', 'soonest', 'latest'] as const;

const AdminPickupQuery = z.extend(ListQuery, {
  role: noFilter('role'),
  sort: z._default(z.enum(pickupSorts, { error: 'Sort must be newest, oldest, soonest or latest' }), 'newest'),
  /** A New York date: only pickups scheduled on it. */
  day: z.optional(z.string().check(z.refine(isDateKey, 'Day must be a date such as 2026-11-23'))),
  /** The id of a driver, or `none` for pickups without one. */
  driver: z.optional(z.union([z.literal('none'), Id], { error: "Driver must be a driver's id or none" })),
  /** The ZIP code of the address. */
  area: z.optional(z.string().check(z.regex(/^\d{5}$/, 'Area must be a ZIP code such as 19147'))),
  /** The cursor in `Link: …; rel="prev"`: the page that ends before it. */
  before: z.optional(z.string().check(z.maxLength(200))),
});
export type AdminPickupQuery = z.output<typeof AdminPickupQuery>;

export const listAdminPickups = endpoint('GET', '/api/admin/pickups', 'admin', {
  query: AdminPickupQuery,
  response: z.array(AdminPickup),
  errors: [400],
});

export const getAdminPickup = endpoint('GET', '/api/admin/pickups/:id', 'admin', {
  params: IdParams,
  response: AdminPickup,
  errors: [404],
});

/** The ZIP codes that addresses of pickups have, in order; at most 500. */
export const listPickupAreas = endpoint('GET', '/api/admin/pickup-areas', 'admin', {
  response: z.array(z.string()),
  errors: [],
});

/** How many pickups match each filter of One-Time Requests. A count of 10,001 means "more than 10,000". */
export const RequestCounts = z.object({
  all: z.int(),
  pending: z.int(),
  assigned: z.int(),
  completed: z.int(),
  issue: z.int(),
  incomplete: z.int(),
  /** Not included in `all`. */
  cancelled: z.int(),
  sameDay: z.int(),
  nextDay: z.int(),
});
export type RequestCounts = z.output<typeof RequestCounts>;

export const countRequests = endpoint('GET', '/api/admin/request-counts', 'admin', {
  response: RequestCounts,
  errors: [],
});

export const countMyPickups = endpoint('GET', '/api/pickup-counts', 'customer', {
  response: z.object({ upcoming: z.int(), completed: z.int(), total: z.int() }),
  errors: [],
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
