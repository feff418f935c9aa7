import type { FastifyReply } from 'fastify';
import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { LiveWatch } from './live-watch.ts';
import { openLink, openOwn, readLiveDay, readLivePhoto, readOwnLiveDay, revokeLiveLinks } from './read-live-day.ts';

/** Keeps the URL, which is a secret, from other sites and from search indexes. */
function hideAddress(reply: FastifyReply): void {
  reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
}

export function liveRoutes(services: Services) {
  const watch = new LiveWatch(services);
  return {
    getLiveDay: async ({ params, request, reply }) => {
      hideAddress(reply);
      return await readLiveDay(services, await openLink(services, params.token, request.ip));
    },
    streamLiveDay: async ({ params, request, reply }) => {
      hideAddress(reply);
      const target = await openLink(services, params.token, request.ip);
      return watch.watch(target, await readLiveDay(services, target));
    },
    getLivePhoto: async ({ params, request, reply }) => {
      hideAddress(reply);
      const target = await openLink(services, params.token, request.ip);
      return await readLivePhoto(services, target, params.moment);
    },
    getMyLiveDay: async ({ actor, params }) => await readOwnLiveDay(services, actor.id, params.id),
    streamMyLiveDay: async ({ actor, params }) => {
      const target = await openOwn(services, actor.id, params.id);
      return watch.watch(target, await readLiveDay(services, target));
    },
    revokeLiveLinks: async ({ actor, params }) => {
      await revokeLiveLinks(services, actor.id, params.id);
      return { success: true };
    },
  } satisfies Partial<Handlers>;
}
