import type { LateWorkKind } from '../../../contract/attention.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { takenText, whyTaken } from '../rules.ts';
import { insertLateWork, listEarlierStops } from './late-work.store.ts';

/** A stop that is no longer the driver's. The message says why and names the street. */
export interface TakenStop {
  id: string;
  address: string;
  message: string;
}

interface LateWork {
  driverId: string;
  pickupIds: readonly string[];
  kind: LateWorkKind;
  /** True if the work was refused because the driver pressed before the stop's day. */
  isNotDue?: boolean;
}

/**
 * Records a driver's work at stops that were taken away before the phone's request arrived, once for each stop and
 * kind. The driver was probably there. Returns these stops. Ignores ids of stops that never were the driver's.
 */
export async function recordLateWork(
  { clock }: Pick<Services, 'clock'>,
  trx: Db,
  { driverId, pickupIds, kind, isNotDue = false }: LateWork,
): Promise<TakenStop[]> {
  if (pickupIds.length === 0) return [];
  const receivedAt = clock();
  const stops = (await listEarlierStops(trx, driverId, pickupIds)).flatMap((stop) => {
    const taken = whyTaken(stop, driverId, { today: dateKeyOf(receivedAt), isNotDue });
    return taken ? [{ stop, taken }] : [];
  });
  await insertLateWork(
    trx,
    stops.map(({ stop, taken }) => ({ pickupId: stop.id, driverId, kind, taken, receivedAt })),
  );
  return stops.map(({ stop, taken }) => ({ id: stop.id, address: stop.address, message: takenText(stop, taken) }));
}

/**
 * Runs `work` on a driver's stop. When it is refused because the stop was taken away, records the late work. A 404 then
 * gets a message that says what happened to the stop, and the code `taken_away`. A 409 is rethrown unchanged.
 */
export async function orTakenAway<Result>(
  services: Pick<Services, 'db' | 'clock'>,
  { driverId, pickupId, kind }: { driverId: string; pickupId: string; kind: LateWorkKind },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || (error.status !== 404 && error.status !== 409)) throw error;
    const [taken] = await inTransaction(services.db, (trx) =>
      recordLateWork(services, trx, { driverId, pickupIds: [pickupId], kind, isNotDue: error.code === 'not_due' }),
    );
    if (!taken || error.status !== 404) throw error;
    throw new Refusal(404, taken.message, { code: 'taken_away' });
  }
}
