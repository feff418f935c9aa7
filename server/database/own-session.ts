import { type Kysely, sql } from 'kysely';

/** Thrown if connections don't keep what is set on them. The message is one line for the operator. */
class SharedSessionError extends Error {
  override name = 'SharedSessionError';
}

interface Session {
  /** The ID of the server's process. */
  pid: number;
  timeZone: string;
  statementTimeout: string;
  idleInTransaction: string;
}

/** The order in which two connections begin a transaction and end it again, in each round. */
const rounds = [
  [0, 1],
  [0, 1],
  [1, 0],
] as const;

/**
 * Checks that each connection is a session of its own, as its time zone, its time limits and the locks of sessions
 * need. A pooler that gives a connection another session for each transaction takes either the session that was
 * returned last or the one that was returned first. In one of the rounds both kinds give a connection another session
 * than before. Migrations have no time limit for a statement: `isLimited` is false. Throws a SharedSessionError.
 */
export async function requireOwnSessions<Schema>(db: Kysely<Schema>, { isLimited = true } = {}): Promise<void> {
  await db.connection().execute(async (first) => {
    await db.connection().execute(async (second) => {
      const connections = [first, second] as const;
      const seen: [Session[], Session[]] = [[], []];
      for (const order of rounds) {
        for (const each of order) {
          await sql`BEGIN`.execute(connections[each]);
          seen[each].push(await readSession(connections[each]));
        }
        for (const each of order) await sql`ROLLBACK`.execute(connections[each]);
      }
      for (const sessions of seen) requireSame(sessions, isLimited);
    });
  });
}

async function readSession<Schema>(connection: Kysely<Schema>): Promise<Session> {
  const { rows } = await sql<Session>`
    SELECT pg_backend_pid() AS "pid", current_setting('timezone') AS "timeZone",
      current_setting('statement_timeout') AS "statementTimeout",
      current_setting('idle_in_transaction_session_timeout') AS "idleInTransaction"`.execute(connection);
  const [session] = rows;
  if (!session) throw new Error('the database returned no row');
  return session;
}

function requireSame(sessions: readonly Session[], isLimited: boolean): void {
  if (new Set(sessions.map(({ pid }) => pid)).size > 1) {
    throw new SharedSessionError(
      'DATABASE_URL leads to a pooler that gives every transaction another session, so time zone and time limits would be lost: set its pool_mode to session, or use the address of PostgreSQL itself (docs/operations/growing.md).',
    );
  }
  for (const { timeZone, statementTimeout, idleInTransaction } of sessions) {
    const lost = [
      timeZone !== 'UTC' && `timezone is ${timeZone}, not UTC`,
      isLimited && statementTimeout === '0' && 'there is no statement_timeout',
      idleInTransaction === '0' && 'there is no idle_in_transaction_session_timeout',
    ].filter((one) => one !== false);
    if (lost.length === 0) continue;
    throw new SharedSessionError(
      `The database of DATABASE_URL doesn't keep what is set on a connection (${lost.join(', ')}): let the pooler in front of it pass SET on, or use the address of PostgreSQL itself (docs/operations/growing.md).`,
    );
  }
}
