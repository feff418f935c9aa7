import type { Handlers } from '../http/adapter.ts';
import { withLongTimeout } from '../http/long-timeout.ts';
import type { Services } from '../services.ts';
import { moveClosedDays } from './move-closed-days.ts';
import { previewClosedDays } from './preview-closed-days.ts';

export function closedDayRoutes(services: Services) {
  return {
    previewClosedDays: async ({ actor, body, request }) =>
      await withLongTimeout(request, () => previewClosedDays(services, actor.id, body)),
    moveClosedDays: async ({ actor, body, request }) =>
      await withLongTimeout(request, () => moveClosedDays(services, actor.id, body)),
  } satisfies Partial<Handlers>;
}
