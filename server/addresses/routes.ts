import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { suggestAddresses, suggestVisitorAddresses } from './suggest-addresses.ts';

export function addressRoutes(services: Services) {
  return {
    suggestAddresses: async ({ actor, query }) => await suggestAddresses(services, actor.id, query.q),
    suggestVisitorAddresses: async ({ request, query }) => await suggestVisitorAddresses(services, request.ip, query.q),
  } satisfies Partial<Handlers>;
}
