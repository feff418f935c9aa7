import type { Handlers } from '../http/adapter.ts';
import { presentToDriver } from '../pickups/present-pickup.ts';
import { presentVisit } from '../routing/disposal/present-visit.ts';
import type { Services } from '../services.ts';
import { attachPhoto } from './attach-photo.ts';
import { attachTicket } from './attach-ticket.ts';
import { readPhoto } from './read-photo.ts';
import { readTicket } from './read-ticket.ts';

export function photoRoutes(services: Services) {
  return {
    attachPhoto: async ({ actor, params, file, request }) => {
      const sent = { pickupId: params.id, moment: params.moment, bytes: file.bytes };
      return presentToDriver(await attachPhoto(services, { id: actor.id, ip: request.ip }, sent));
    },
    getPhoto: async ({ actor, params, query, reply }) => {
      const { version, ...file } = await readPhoto(services, actor, params.id, params.moment);
      // The URL with this version never shows another photo.
      if (version !== undefined && query.v === version) {
        reply.header('cache-control', 'private, max-age=31536000, immutable');
      }
      return file;
    },
    attachTicket: async ({ actor, params, file, request }) => {
      const sent = { visitId: params.id, bytes: file.bytes };
      return presentVisit(await attachTicket(services, { id: actor.id, ip: request.ip }, sent));
    },
    getTicket: async ({ actor, params }) => await readTicket(services, actor, params.id),
  } satisfies Partial<Handlers>;
}
