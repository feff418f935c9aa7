import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { recordRouteStarts } from '../route-progress.ts';
import { changeVisit, findVisit, lockVisit, type VisitRow } from './visits.store.ts';

export type OwnVisit = VisitRow;

/** Returns a driver's own visit, locked until the transaction ends. Throws 404 if it is unknown or another driver's. */
export async function requireOwnVisit(trx: Db, driverId: string, id: string): Promise<OwnVisit> {
  const locked = await lockVisit(trx, id);
  const visit = locked && (await findVisit(trx, id));
  if (visit?.driverId !== driverId) throw visitNotFound();
  return visit;
}

export function visitNotFound(): Refusal {
  return new Refusal(404, "This visit isn't on your route.");
}

/** Throws 409 for a visit on a later day. */
export function requireDue({ date }: Pick<VisitRow, 'date'>, now: Date): void {
  if (date > dateKeyOf(now)) {
    throw new Refusal(409, `This visit is on ${formatDateKey(date, 'long')}.`, { code: 'not_due' });
  }
}

/** Saves the storage key of a ticket's photo. The caller has locked the visit. */
export async function saveTicket(trx: Db, visit: OwnVisit, ticketKey: string): Promise<OwnVisit> {
  await changeVisit(trx, visit.id, { ticketKey });
  return { ...visit, ticketKey };
}

/**
 * Does what follows a press at a disposal site: records that the day has started, and enqueues a job that plans the
 * rest of the route with the truck's present load.
 */
export async function afterVisitChange(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  { driverId, date }: Pick<VisitRow, 'driverId' | 'date'>,
): Promise<void> {
  await recordRouteStarts(services, trx, [{ driverId, scheduledDay: date }]);
  await services.jobs.enqueue(trx, 'refresh-arrivals', { driverId, day: date });
}
