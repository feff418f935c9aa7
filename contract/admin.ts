import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Money } from './values/shapes.ts';

/**
 * The dispatcher's day at a glance. `revenue` is the monthly price of all active subscriptions (ADMIN-3). No count
 * goes beyond 10,001, which stands for 'more than 10,000'.
 */
export const AdminDashboard = z.object({
  customers: z.int(),
  revenue: Money,
  pending: z.int(),
  subscriptions: z.int(),
  /** Stops of today, whatever their status but cancelled. */
  subscriptionStops: z.int(),
  packageStops: z.int(),
  /** The last 14 New York days, the oldest first. */
  days: z.array(z.object({ date: z.string(), booked: z.int(), completed: z.int() })),
});
export type AdminDashboard = z.output<typeof AdminDashboard>;

export const getAdminDashboard = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard',
  access: 'admin',
  response: AdminDashboard,
  errors: [],
});
