import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Money } from './values/shapes.ts';

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
