import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { changeOwnerSettings, getOwnerSettings } from './change-settings.ts';

export function ownerSettingsRoutes(services: Services) {
  return {
    getOwnerSettings: async () => await getOwnerSettings(services),
    changeOwnerSettings: async ({ actor, body }) => await changeOwnerSettings(services, actor.id, body),
  } satisfies Partial<Handlers>;
}
