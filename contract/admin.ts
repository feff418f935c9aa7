import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { PickupStatus, ServiceType } from './pickups.ts';
import { Id, Money, requiredText, Timestamp } from './values/shapes.ts';

/** `revenue`: the monthly price of all active subscriptions (ADMIN-3). A count of 10,001 means "more than 10,000". */
export const AdminDashboard = z.object({
  customers: z.int(),
  revenue: Money,
  pending: z.int(),
  subscriptions: z.int(),
  /** Today's stops in any status except cancelled. */
  subscriptionStops: z.int(),
  packageStops: z.int(),
  /** The last 14 New York days, oldest first. */
  days: z.array(z.object({ date: z.string(), booked: z.int(), completed: z.int() })),
});
export type AdminDashboard = z.output<typeof AdminDashboard>;

export const getAdminDashboard = endpoint('GET', '/api/admin/dashboard', 'admin', {
  response: AdminDashboard,
  errors: [],
});

const FoundPerson = z.object({
  id: Id,
  /** "First Last", or the username. */
  name: z.string(),
  username: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
});
export type FoundPerson = z.output<typeof FoundPerson>;

const FoundPickup = z.object({
  id: Id,
  address: z.string(),
  status: PickupStatus,
  serviceType: ServiceType,
  scheduledDate: z.nullable(Timestamp),
  customerName: z.string(),
  driverName: z.nullable(z.string()),
});
export type FoundPickup = z.output<typeof FoundPickup>;

/** At most `mostFound` results of each kind, best matches first. */
export const Found = z.object({
  customers: z.array(FoundPerson),
  pickups: z.array(FoundPickup),
  drivers: z.array(FoundPerson),
});
export type Found = z.output<typeof Found>;
export const mostFound = 8;
/** Shorter search texts find only drivers. */
export const shortestSearch = 3;

const whatToFind = 'Please enter what to find';

/**
 * Finds customers and active drivers by name, phone number, email and address. Finds pickups by their full id, or by
 * the short id that lists show (`#3f2a91bc`, at least four characters after the #).
 */
export const findAnything = endpoint('GET', '/api/admin/find', 'admin', {
  query: z.object({ q: requiredText(whatToFind, 255, 'Search text must be less than 255 characters') }),
  response: Found,
  errors: [400],
});
