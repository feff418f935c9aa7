import { dateKeyOf } from '../../../contract/values/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { PickupRow } from '../pickup-row.ts';
import { notDue } from '../refusals.ts';
import { lockOwnStop } from './store.ts';

/**
 * A driver's own stop, locked until the transaction ends. Throws 404 when it is unknown or another driver's, 409 when its day
 * hasn't come.
 */
export async function requireOwnStop(
  services: Pick<Services, 'clock'>,
  trx: Db,
  driverId: string,
  id: string,
): Promise<PickupRow> {
  const stop = await lockOwnStop(trx, driverId, id);
  if (!stop) throw new Refusal(404, 'This stop is not on your route.');
  if (stop.scheduledDay !== null && stop.scheduledDay > dateKeyOf(services.clock())) throw notDue(stop.scheduledDay);
  return stop;
}
