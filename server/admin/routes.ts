import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { getDashboard } from './get-dashboard.ts';

export function adminRoutes(services: Services) {
  return { getAdminDashboard: async () => await getDashboard(services) } satisfies Partial<Handlers>;
}
