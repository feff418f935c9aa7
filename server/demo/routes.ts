import type { Handlers } from '../http/adapter.ts';
import { withLongTimeout } from '../http/long-timeout.ts';
import type { Services } from '../services.ts';
import { createDemoData } from './create-demo-data.ts';

export function demoRoutes(services: Services) {
  return {
    createDemoData: async ({ request }) => {
      const data = await withLongTimeout(request, () => createDemoData(services));
      const isNew = data.customers + data.subscriptions + data.pickups > 0;
      return { message: isNew ? 'Demo data is ready.' : 'The demo data already exists.', data };
    },
  } satisfies Partial<Handlers>;
}
