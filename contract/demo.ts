import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Creates sample customers and pickups, unless they exist. `data` counts what this call created. */
export const createDemoData = endpoint('POST', '/api/admin/create-demo-data', 'admin', {
  response: z.object({
    message: z.string(),
    data: z.object({ customers: z.int(), subscriptions: z.int(), pickups: z.int() }),
  }),
  errors: [409],
});
