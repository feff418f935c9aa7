import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { listMessages } from './list-messages.ts';
import { changePreference } from './preferences/change-preference.ts';
import { readPreferences } from './preferences/read-preferences.ts';
import { changeUnsubscribe, readUnsubscribe } from './preferences/unsubscribe.ts';

export function messageRoutes(services: Services) {
  return {
    listCustomerMessages: async ({ params }) => await listMessages(services, params.id),
    getMessagePreferences: async ({ actor }) => await readPreferences(services, actor),
    changeMessagePreference: async ({ actor, body }) => await changePreference(services, actor, body),
    getUnsubscribe: async ({ body }) => await readUnsubscribe(services, body.token),
    changeUnsubscribe: async ({ body }) => await changeUnsubscribe(services, body.token, body.isOn),
  } satisfies Partial<Handlers>;
}
