import type { Selectable } from 'kysely';
import type { SessionsTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

export type SessionRow = Pick<Selectable<SessionsTable>, 'id' | 'sid' | 'sess' | 'expire' | 'lastUsedAt' | 'lastIp'>;

/** Lists an account's sessions, the last used first. Expired ones are included until they are deleted. */
export async function listSessions(db: Db, userId: string, most: number): Promise<SessionRow[]> {
  return await db
    .selectFrom('sessions')
    .select(['id', 'sid', 'sess', 'expire', 'lastUsedAt', 'lastIp'])
    .where('userId', '=', userId)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Deletes one session of an account, or all but `exceptSid`. Returns the data of the deleted sessions. */
export async function deleteSessions(
  trx: Db,
  userId: string,
  which: { id: string } | { exceptSid: string },
): Promise<Pick<SessionRow, 'sess'>[]> {
  return await trx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where((eb) => ('id' in which ? eb('id', '=', which.id) : eb('sid', '<>', which.exceptSid)))
    .returning('sess')
    .execute();
}
