import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { deviceMemoryMs, devicesPerAccount } from '../rules.ts';
import { hashOfToken, newSecretToken } from '../secret-token.ts';
import { type MarkerOptions, readMarker, writeMarker } from './device-marker.ts';
import { deleteOldDevices, handOverPush, readMarkerSecret, saveDevice } from './devices.store.ts';

export interface KnownDevices {
  /** The id of the request's device, if it has signed in to an account before. */
  idOf(request: FastifyRequest): Promise<string | undefined>;
  /**
   * Records that the request's device has signed in to this account or reset its password, and sets its marker. With
   * the token of the new session, the device's notifications go on with that session if they were this account's, and
   * end if they were another's.
   */
  remember(request: FastifyRequest, reply: FastifyReply, userId: string, token?: string): Promise<void>;
}

/** Recognizes devices that have signed in before, by their signed cookie. */
export function knownDevices({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): KnownDevices {
  let secret: string | undefined;
  const options = async (): Promise<MarkerOptions> => {
    secret ??= await readMarkerSecret(db, newSecretToken());
    return { secret, https: settings.appUrl.startsWith('https:') };
  };
  const idOf = async (request: FastifyRequest) => readMarker(request.headers.cookie, await options());
  return {
    idOf,
    async remember(request, reply, userId, token) {
      const deviceId = (await idOf(request)) ?? randomUUID();
      await saveDevice(db, { userId, deviceId, now: clock(), most: devicesPerAccount });
      if (token !== undefined) {
        await inTransaction(db, (trx) => handOverPush(trx, { deviceId, userId, sid: hashOfToken(token) }));
      }
      reply.header('set-cookie', writeMarker(deviceId, await options()));
    },
  };
}

/** Deletes the devices that have not signed in for `deviceMemoryMs`. */
export async function sweepDevices({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await deleteOldDevices(db, new Date(clock().getTime() - deviceMemoryMs));
}
