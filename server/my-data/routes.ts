import type { FastifyRequest } from 'fastify';
import { knownDevices } from '../accounts/sign-in/known-devices.ts';
import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { deleteAccount } from './delete-account.ts';
import { exportData } from './export-data.ts';
import { previewDeletion } from './read-deletion.ts';

export function myDataRoutes(services: Services) {
  const devices = knownDevices(services);
  const originOf = async (request: FastifyRequest) => ({ ip: request.ip, device: await devices.idOf(request) });
  return {
    exportMyData: async ({ actor, body, request }) =>
      await exportData(services, actor.id, body, await originOf(request)),
    previewDeletion: async ({ actor }) => await previewDeletion(services, actor.id),
    deleteMyAccount: async ({ actor, body, request }) => {
      await deleteAccount(services, actor.id, body, await originOf(request));
      return { message: 'Your account is deleted.' };
    },
  } satisfies Partial<Handlers>;
}
