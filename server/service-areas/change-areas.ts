import { v7 as newId } from 'uuid';
import type { AuditAction } from '../../contract/audit.ts';
import { maxAreas, type ServiceArea, type ServiceAreaBody, type WaitingZip } from '../../contract/service-areas.ts';
import { centsToText, textToCents } from '../../contract/values/money.ts';
import { recordChanges } from '../audit/record-change.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Services, WritesMessages } from '../services.ts';
import { describeChange, normalizeZips, openedZips } from './rules.ts';
import { type AreaRow, deleteArea, insertArea, listAreas, lockAreas, updateArea } from './service-areas.store.ts';
import { countWaiting, listWaitingFor } from './waiting.store.ts';

type AreaServices = WritesMessages & Pick<Services, 'db'>;

/** The most ZIP codes of the waiting list that an admin sees. */
const mostZips = 200;
/** More ZIP codes than exist. */
const allZips = 100_000;

/** Returns all areas, and the number of people waiting for each ZIP code, for at most `mostZips` of them. */
export async function listServiceAreas({ db }: Pick<Services, 'db'>): Promise<{
  areas: ServiceArea[];
  waiting: WaitingZip[];
}> {
  const [areas, waiting] = await Promise.all([listAreas(db), countWaiting(db, mostZips)]);
  return {
    areas: areas.map(present),
    waiting: waiting.map(({ latestAt, ...zip }) => ({ ...zip, latestAt: latestAt.toISOString() })),
  };
}

/** Adds an area. Throws 400 (active but without ZIP codes) and 409 (too many areas). */
export async function addArea(services: AreaServices, actorId: string, body: ServiceAreaBody): Promise<ServiceArea> {
  const wanted = readBody(body);
  const area = await changeAreas(services, async (trx, before) => {
    if (before.length >= maxAreas) throw new Refusal(409, `There are ${maxAreas} areas already. Please remove one.`);
    const made = await insertArea(trx, { id: newId(), ...wanted, createdAt: services.clock() });
    const details = { name: made.name, added: made.zipCodes.join(', '), state: made.isActive ? 'open' : 'closed' };
    await record(services, trx, { actorId, action: 'area_added', area: made, details });
    return made;
  });
  return present(area);
}

/** Changes an area. Throws 400, 404, and 409 when somebody else has changed it since `version`. */
export async function changeArea(
  services: AreaServices,
  actorId: string,
  id: string,
  { version, ...body }: ServiceAreaBody & { version: number },
): Promise<ServiceArea> {
  const wanted = readBody(body);
  const area = await changeAreas(services, async (trx, before) => {
    const old = before.find((one) => one.id === id);
    if (!old) throw noArea();
    const details = describeChange(old, wanted);
    if (old.version === version && Object.keys(details).length === 0) return old;
    const changed = await updateArea(trx, { id, version }, wanted);
    if (!changed) {
      const message = 'Another admin has just changed this area. Please check it and try again.';
      throw new Refusal(409, message, { code: 'changed_meanwhile' });
    }
    await record(services, trx, { actorId, action: 'area_changed', area: changed, details });
    return changed;
  });
  return present(area);
}

/** Removes an area. Throws 404. */
export async function removeArea(services: AreaServices, actorId: string, id: string): Promise<void> {
  await changeAreas(services, async (trx) => {
    const area = await deleteArea(trx, id);
    if (!area) throw noArea();
    const details = { name: area.name, removed: area.zipCodes.join(', ') };
    await record(services, trx, { actorId, action: 'area_removed', area, details });
  });
}

/**
 * Makes a change to the areas in a transaction, and writes an email to everybody waiting for a ZIP code that the change
 * opens.
 */
async function changeAreas<T>(
  services: AreaServices,
  change: (trx: Db, before: readonly AreaRow[]) => Promise<T>,
): Promise<T> {
  return await inTransaction(services.db, async (trx) => {
    await lockAreas(trx);
    const before = await listAreas(trx);
    const result = await change(trx, before);
    const waitedFor = (await countWaiting(trx, allZips)).map(({ zip }) => zip);
    const opened = openedZips(before, await listAreas(trx), waitedFor);
    const opening = { kind: 'area-open', revision: newId(), dueAt: services.clock() } as const;
    const emails = (await listWaitingFor(trx, opened)).map((id) => ({ ...opening, subjectId: id, recipientId: id }));
    await services.messages.write(services, trx, emails);
    return result;
  });
}

async function record(
  services: Pick<Services, 'clock'>,
  trx: Db,
  line: { actorId: string; action: AuditAction; area: AreaRow; details: Record<string, string> },
): Promise<void> {
  const { actorId, action, area, details } = line;
  await recordChanges(services, trx, [{ actorId, action, subject: 'area', subjectId: area.id, details }]);
}

function readBody({ name, zipCodes, isActive, fee }: ServiceAreaBody) {
  const zips = normalizeZips(zipCodes);
  if (isActive && zips.length === 0) {
    const message = 'An active area needs at least one ZIP code.';
    throw new Refusal(400, message, { errors: { zipCodes: message } });
  }
  const cents = fee === null ? null : textToCents(fee);
  return { name, zipCodes: zips, isActive, baseFee: cents === null ? null : centsToText(cents) };
}

function noArea(): Refusal {
  return new Refusal(404, 'This area is gone. Another admin may have removed it.');
}

function present({ id, name, zipCodes, isActive, baseFee, version, createdAt }: AreaRow): ServiceArea {
  return { id, name, zipCodes, isActive, fee: baseFee, version, createdAt: createdAt.toISOString() };
}
