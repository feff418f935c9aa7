import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { AdminPickup, Pickup } from '../pickups.ts';
import { Id, IdParams, ListQuery, noFilter } from '../values/shapes.ts';
import { isDateKey } from '../values/time/dates.ts';

/** Lists and counts of pickups. */

const OwnPickupQuery = z.extend(ListQuery, {
  role: noFilter('role'),
  /** Lists cancelled pickups too. Without this, only a `status` that includes `cancelled` lists them. */
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
  /** The cursor from `Link: …; rel="prev"`: returns the page that ends before it. */
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

/** The ZIP codes of pickup addresses, in ascending order; at most 500. */
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
