import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { renewDevice } from './renew-device.ts';
import { subscribeDevice, unsubscribeDevice } from './subscribe-device.ts';

export function pushRoutes(services: Services) {
  return {
    subscribeDevice: async ({ actor, body }) => {
      await subscribeDevice(services, actor, body);
      return { success: true };
    },
    unsubscribeDevice: async ({ actor }) => {
      await unsubscribeDevice(services, actor);
      return { success: true };
    },
    renewDevice: async ({ body: { old, device }, request }) => {
      await renewDevice(services, request.ip, old, device);
      return { success: true };
    },
  } satisfies Partial<Handlers>;
}
