import { knownDevices } from '../accounts/sign-in/known-devices.ts';
import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { renewDevice } from './renew-device.ts';
import { subscribeDevice, unsubscribeDevice } from './subscribe-device.ts';

export function pushRoutes(services: Services) {
  const devices = knownDevices(services);
  return {
    subscribeDevice: async ({ actor, body, request }) => {
      await subscribeDevice(services, { ...actor, deviceId: await devices.idOf(request) }, body);
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
