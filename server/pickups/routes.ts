import type { Handlers } from '../http/adapter.ts';
import { sendPageHeaders } from '../http/paging.ts';
import type { Services } from '../services.ts';
import { assignPickup } from './dispatch/assign-pickup.ts';
import { cancelPickup } from './dispatch/cancel-pickup.ts';
import { movePickup } from './dispatch/change-status.ts';
import { reschedulePickup } from './dispatch/reschedule-pickup.ts';
import { requireAdminPickup } from './find-pickup.ts';
import { countMyPickups, countRequests, listAllPickups, listAreas, listOwnPickups } from './lists/list-pickups.ts';
import { presentAdminPickup, presentPickup, presentToCustomer, presentToDriver } from './present-pickup.ts';
import { reopenPickup } from './undo/reopen-pickup.ts';
import { undoPickup } from './undo/undo-pickup.ts';

const presentTo = { customer: presentToCustomer, driver: presentToDriver, admin: presentPickup };

export function pickupRoutes(services: Services) {
  const { db } = services;
  return {
    listPickups: async ({ actor, query, request, reply }) => {
      const page = await listOwnPickups(db, actor, query);
      sendPageHeaders(reply, request, page);
      return page.rows.map(presentTo[actor.role]);
    },
    countMyPickups: async ({ actor }) => await countMyPickups(db, actor.id),
    listAdminPickups: async ({ query, request, reply }) => {
      const page = await listAllPickups(db, query);
      sendPageHeaders(reply, request, page);
      return page.rows.map(presentAdminPickup);
    },
    getAdminPickup: async ({ params }) => presentAdminPickup(await requireAdminPickup(db, params.id)),
    listPickupAreas: async () => await listAreas(db),
    countRequests: async () => await countRequests(db),
    assignPickup: async ({ actor, params, body }) =>
      presentAdminPickup(await assignPickup(services, actor.id, params.id, body.driverId)),
    completePickup: async ({ actor, params, body }) => {
      const { pickup, nextWeekPickups } = await movePickup(services, actor.id, params.id, 'complete', body);
      return { ...presentAdminPickup(pickup), nextWeekPickups: nextWeekPickups.map(presentPickup) };
    },
    reportIssue: async ({ actor, params, body }) =>
      presentAdminPickup((await movePickup(services, actor.id, params.id, 'reportIssue', body)).pickup),
    markIncomplete: async ({ actor, params, body }) =>
      presentAdminPickup((await movePickup(services, actor.id, params.id, 'markIncomplete', body)).pickup),
    reschedulePickup: async ({ actor, params, body }) => {
      const { pickup, ...email } = await reschedulePickup(services, actor.id, params.id, body);
      return { ...email, pickup: presentAdminPickup(pickup) };
    },
    undoPickup: async ({ actor, params }) => presentAdminPickup(await undoPickup(services, actor.id, params.id)),
    reopenPickup: async ({ actor, params, body }) =>
      presentAdminPickup(await reopenPickup(services, actor.id, params.id, body.reason)),
    cancelPickup: async ({ actor, params }) => presentAdminPickup(await cancelPickup(services, actor.id, params.id)),
  } satisfies Partial<Handlers>;
}
