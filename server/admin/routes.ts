import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { findAnything } from './find/find-anything.ts';
import { getDashboard } from './get-dashboard.ts';

export function adminRoutes(services: Services) {
  return {
    getAdminDashboard: async () => await getDashboard(services),
    findAnything: async ({ query }) => await findAnything(services.db, query.q),
  } satisfies Partial<Handlers>;
}
