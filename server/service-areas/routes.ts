import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { addArea, changeArea, listServiceAreas, removeArea } from './change-areas.ts';
import { checkService } from './check-service.ts';
import { joinWaitingList, leaveWaitingList } from './waiting-list.ts';
import { listZipPlaces } from './zip-places.ts';

export function serviceAreaRoutes(services: Services) {
  return {
    listServiceAreas: async () => await listServiceAreas(services),
    addServiceArea: async ({ actor, body }) => await addArea(services, actor.id, body),
    changeServiceArea: async ({ actor, params, body }) => await changeArea(services, actor.id, params.id, body),
    removeServiceArea: async ({ actor, params }) => {
      await removeArea(services, actor.id, params.id);
      return { success: true };
    },
    listZipPlaces: async () => await listZipPlaces(),
    checkService: async ({ query, request }) => await checkService(services, query.address, request.ip),
    joinWaitingList: async ({ body, request }) => {
      await joinWaitingList(services, body, request.ip);
      return { message: `We'll email you once when we serve ${body.zip.slice(0, 5)}.` };
    },
    removeFromWaitingList: async ({ body }) => ({ removed: await leaveWaitingList(services, body.email) }),
  } satisfies Partial<Handlers>;
}
