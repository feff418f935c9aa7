import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { listMessages } from './list-messages.ts';

export function messageRoutes(services: Services) {
  return {
    listCustomerMessages: async ({ params }) => await listMessages(services, params.id),
  } satisfies Partial<Handlers>;
}
