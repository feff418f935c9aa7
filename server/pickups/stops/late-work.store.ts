import { type SqlBool, sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { LateWorkTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../pickup-row.ts';

/** The SQL of late work: work that a phone sent for a stop that was no longer its driver's. */

export type EarlierStop = Pick<PickupRow, 'id' | 'address' | 'status' | 'driverId' | 'scheduledDay'> & {
  wasRescheduled: boolean;
};

/**
 * Lists the pickups with these ids that are or were the driver's stops, according to the audit trail. A driver must
 * learn nothing about other pickups.
 */
export async function listEarlierStops(db: Db, driverId: string, ids: readonly string[]): Promise<EarlierStop[]> {
  const lines = (condition: ReturnType<typeof sql<SqlBool>>) => sql<SqlBool>`EXISTS (
    SELECT 1 FROM audit_log
    WHERE audit_log."subject" = 'pickup' AND audit_log."subjectId" = pickups."id" AND ${condition})`;
  const username = sql`(SELECT "username" FROM users WHERE "id" = ${driverId})`;
  const detail = (name: string) => sql`audit_log."details" ->> ${sql.lit(name)}`;
  const wasAssigned = lines(sql`audit_log."action" IN ('assigned', 'given_back') AND (
    ${driverId} IN (${detail('driverId')}, ${detail('beforeId')}) OR ${username} IN (${detail('driver')}, ${detail('before')}))`);
  return await db
    .selectFrom('pickups')
    .select(['id', 'address', 'status', 'driverId', 'scheduledDay'])
    .select(lines(sql`audit_log."action" = 'rescheduled'`).$castTo<boolean>().as('wasRescheduled'))
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('driverId', '=', driverId), wasAssigned]))
    .orderBy('id')
    .execute();
}

/** Inserts late work, one row per stop, driver and kind. Updates the row if the stop was taken away in another way. */
export async function insertLateWork(trx: Db, work: readonly Omit<LateWorkTable, 'id'>[]): Promise<void> {
  if (work.length === 0) return;
  await trx
    .insertInto('late_work')
    .values(work.map((one) => ({ id: newId(), ...one })))
    .onConflict((conflict) =>
      conflict
        .columns(['pickupId', 'driverId', 'kind'])
        .doUpdateSet((eb) => ({ taken: eb.ref('excluded.taken'), receivedAt: eb.ref('excluded.receivedAt') }))
        .whereRef('late_work.taken', '<>', 'excluded.taken'),
    )
    .execute();
}
