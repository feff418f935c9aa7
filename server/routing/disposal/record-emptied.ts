import { dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { checkPressedAt, pressedByOurClock } from '../../pickups/rules.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { afterVisitChange, requireDue, requireOwnVisit } from './own-visit.ts';
import { changeVisit, findSiteName, insertVisit, readTruck, type VisitRow } from './visits.store.ts';

interface Emptied {
  visitId: string;
  siteId: string;
  /** The weight on the ticket, with at most two decimals. Null removes it, undefined leaves it. */
  tons?: number | null | undefined;
  /** When the driver pressed, by the phone's clock. */
  pressedAt?: Date | undefined;
  /** When the phone sent the press, by the same clock. */
  sentAt?: Date | undefined;
}

/**
 * Records that a driver has emptied the truck at a site. It has happened, so it is never refused because the route plan
 * has changed: a visit that a new route plan removed is inserted again. A repeated call, or a later one with the
 * weight, only changes the weight. Throws 404 (another driver's visit, unknown site) and 409 (a visit on a later day).
 */
export async function recordEmptied(services: Services, driverId: string, said: Emptied): Promise<VisitRow> {
  const { visitId, siteId } = said;
  const now = services.clock();
  const pressedAt = pressedByOurClock(said.pressedAt, said.sentAt, now);
  const tons = said.tons === undefined ? undefined : (said.tons?.toFixed(2) ?? null);
  return await inTransaction(services.db, async (trx) => {
    const site = await findSiteName(trx, siteId);
    if (site === undefined) throw new Refusal(404, 'This disposal site is not known.', { code: 'unknown_site' });
    const date = dateKeyOf(checkPressedAt(pressedAt, null, now));
    await insertVisit(trx, { id: visitId, driverId, date, siteId, createdAt: now });
    const visit = await requireOwnVisit(trx, driverId, visitId);
    requireDue(visit, now);
    if (visit.emptiedAt !== null) return await changeTons(services, trx, visit, tons);
    const at = checkPressedAt(pressedAt, visit.date, now);
    const truck = await readTruck(trx, visit, { from: instantOf(visit.date, '00:00'), at });
    await changeVisit(trx, visitId, { siteId, emptiedAt: at, ...truck, ...(tons !== undefined && { tons }) });
    await afterVisitChange(services, trx, visit);
    const details = { site, ...(tons && { tons }) };
    const line = { actorId: driverId, action: 'emptied', subject: 'user', subjectId: driverId } as const;
    await recordChanges(services, trx, [{ ...line, details }]);
    return await requireOwnVisit(trx, driverId, visitId);
  });
}

async function changeTons(
  services: Pick<Services, 'clock'>,
  trx: Db,
  visit: VisitRow,
  tons: string | null | undefined,
): Promise<VisitRow> {
  if (tons === undefined || tons === visit.tons) return visit;
  const { id, driverId, siteName } = visit;
  await changeVisit(trx, id, { tons });
  const line = { actorId: driverId, action: 'ticket_changed', subject: 'user', subjectId: driverId } as const;
  await recordChanges(services, trx, [{ ...line, details: { site: siteName, ...(tons && { tons }) } }]);
  return { ...visit, tons };
}
