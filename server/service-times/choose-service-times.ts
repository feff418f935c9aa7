import type { ServiceTimes } from '../../contract/service-times.ts';
import { saveMeasuredTimes } from '../owner-settings/change-settings.ts';
import { readSavedSettings } from '../owner-settings/follow-settings.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { findNewest, isMeasurement } from './service-times.store.ts';

/**
 * Returns the measured times, the set times and the times that routes use, including a change that another server has
 * just made.
 */
export async function getServiceTimes(services: Pick<Services, 'db' | 'settings'>): Promise<ServiceTimes> {
  const { db, settings } = services;
  await readSavedSettings(services);
  const newest = await findNewest(db);
  const { stopSeconds, bagSeconds } = settings.workTimes;
  return {
    measured: newest
      ? {
          ...{ id: newest.id, stopSeconds: newest.stopSeconds, bagSeconds: newest.bagSeconds, stops: newest.stops },
          ...{ from: newest.measuredFrom, until: newest.measuredUntil },
        }
      : null,
    set: settings.setTimes,
    used: { stopSeconds, bagSeconds, isMeasured: settings.measuredTimes !== null },
  };
}

/**
 * Makes routes use the times of the newest measurement, or the set times if `measurementId` is null, with a line in the
 * trail. They apply in this process immediately, in others within seconds. Repeating it changes nothing. Throws 404,
 * and 409 `changed_meanwhile` when there is a newer measurement or somebody else changes the settings at that moment.
 */
export async function chooseServiceTimes(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  actorId: string,
  { measurementId }: { measurementId: string | null },
): Promise<ServiceTimes> {
  const { measured } = await getServiceTimes(services);
  if (measurementId !== null && measured?.id !== measurementId) {
    if (!(await isMeasurement(services.db, measurementId))) throw new Refusal(404, 'This measurement was not found.');
    const message = 'There is a newer measurement. Please check it and try again.';
    throw new Refusal(409, message, { code: 'changed_meanwhile' });
  }
  const times =
    measurementId === null || !measured ? null : { stopSeconds: measured.stopSeconds, bagSeconds: measured.bagSeconds };
  await saveMeasuredTimes(services, actorId, times);
  return await getServiceTimes(services);
}
