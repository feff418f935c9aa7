import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { chooseServiceTimes, getServiceTimes } from './choose-service-times.ts';

export function serviceTimesRoutes(services: Services) {
  return {
    getServiceTimes: async () => await getServiceTimes(services),
    chooseServiceTimes: async ({ actor, body }) => await chooseServiceTimes(services, actor.id, body),
  } satisfies Partial<Handlers>;
}
