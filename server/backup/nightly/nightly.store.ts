import { type Insertable, sql } from 'kysely';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import type { BackupsTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';
import type { Attempts } from './nightly-rules.ts';

/** How long the rows of nightly backups are kept. */
const keptDays = 90;

/** Records that nightly backups are made, and since when. Later calls change nothing. */
export async function expectBackups(db: Db, since: Date): Promise<void> {
  await db
    .insertInto('backup_schedule')
    .values({ id: 1, since })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends the rows of backups whose process is gone. */
export async function endInterrupted(db: Db, now: Date): Promise<void> {
  const interrupted = 'The server that made it ended before it was done.';
  const notCopied = 'The server that copied it ended before it was done.';
  await db
    .updateTable('backups')
    .set({
      endedAt: now,
      failure: sql`CASE WHEN "checkedAt" IS NULL THEN ${interrupted} END`,
      copyFailure: sql`CASE WHEN "checkedAt" IS NOT NULL AND "copiedAt" IS NULL THEN ${notCopied} END`,
    })
    .where('endedAt', 'is', null)
    .execute();
}

export async function readAttempts(db: Db, night: DateKey): Promise<Attempts> {
  return await db
    .selectFrom('backups')
    .select((of) => [
      of.fn.coalesce(of.fn.agg<boolean>('bool_or', [sql`"checkedAt" IS NOT NULL`]), sql<boolean>`false`).as('isMade'),
      sql<number>`count(*) FILTER (WHERE "failure" IS NOT NULL)::int`.as('failures'),
      of.fn.max('endedAt').as('lastEndedAt'),
    ])
    .where('night', '=', night)
    .executeTakeFirstOrThrow();
}

type Started = Pick<Insertable<BackupsTable>, 'id' | 'night' | 'host' | 'fileName' | 'startedAt'>;

/** Inserts the row of a backup that begins, and deletes old rows. The newest good one stays, however old. */
export async function insertStarted(db: Db, started: Started): Promise<void> {
  await db.insertInto('backups').values(started).execute();
  const oldest = new Date(started.startedAt.getTime() - keptDays * 24 * 3_600_000);
  await db
    .deleteFrom('backups')
    .where('startedAt', '<', oldest)
    .where('id', 'not in', (of) =>
      of.selectFrom('backups').select('id').where('checkedAt', 'is not', null).orderBy('startedAt', 'desc').limit(1),
    )
    .execute();
}

type Outcome = Partial<
  Pick<BackupsTable, 'bytes' | 'rows' | 'checkedAt' | 'failure' | 'copiedAt' | 'copyFailure' | 'endedAt'>
>;

/** Records a step of a backup, unless another process has ended its row meanwhile. */
export async function recordStep(db: Db, id: string, outcome: Outcome): Promise<void> {
  await db.updateTable('backups').set(outcome).where('id', '=', id).where('endedAt', 'is', null).execute();
}

/**
 * Returns when the newest good backup was made: null if there is none yet, undefined when no nightly backups are
 * expected.
 */
export async function readNewestGood(db: Db): Promise<Date | null | undefined> {
  const row = await db
    .selectFrom('backup_schedule')
    .select((of) =>
      of
        .selectFrom('backups')
        .select((one) => one.fn.max('startedAt').as('at'))
        .where('checkedAt', 'is not', null)
        .as('at'),
    )
    .executeTakeFirst();
  return row?.at;
}
