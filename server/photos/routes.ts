import type { Handlers } from '../http/adapter.ts';
import { presentToDriver } from '../pickups/present-pickup.ts';
import type { Services } from '../services.ts';
import { attachPhoto } from './attach-photo.ts';
import { readPhoto } from './read-photo.ts';

export function photoRoutes(services: Services) {
  return {
    attachPhoto: async ({ actor, params, file, request }) => {
      const sent = { pickupId: params.id, moment: params.moment, bytes: file.bytes };
      return presentToDriver(await attachPhoto(services, { id: actor.id, ip: request.ip }, sent));
    },
    getPhoto: async ({ actor, params, query, reply }) => {
      const { version, ...file } = await readPhoto(services, actor, params.id, params.moment);
      // The address with this version never has another photo.
      if (version !== undefined && query.v === version) {
        reply.header('cache-control', 'private, max-age=31536000, immutable');
      }
      return file;
    },
  } satisfies Partial<Handlers>;
}
