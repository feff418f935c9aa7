import { setTimeout as pass } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import { makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { type ApiResponse, startTestApp, type TestApp } from '../../tests/support/app.ts';
import { type DatabaseLink, type LinkFaults, startDatabaseLink } from '../../tests/support/database/database-link.ts';
import { openFreshDatabase } from '../../tests/support/database/fresh-database.ts';
import { openDatabase, openDatabaseForMigrations, openQueuePool } from './connect.ts';

/** The longest response time (QUAL-33). */
const longestMs = 10_000;

interface LinkedApp {
  t: TestApp;
  link: DatabaseLink;
  customer: Person;
  /** Reads the customer's 200 pickups this many times in parallel. */
  read(times: number): Promise<(ApiResponse & { durationMs: number })[]>;
}

/** Starts an app whose database is at the far end of a link. */
async function startLinkedApp({ onTestFinished }: TestContext): Promise<LinkedApp> {
  let link: DatabaseLink | undefined;
  const t = await startTestApp({}, {}, async (databaseUrl) => {
    link = await startDatabaseLink(databaseUrl);
    return link.url;
  });
  if (!link) throw new Error('the app has no link');
  onTestFinished(async () => {
    link?.set({});
    await t.close();
    await link?.close();
  });
  const customer = await makeCustomer(t);
  await sql`
    INSERT INTO pickups ("id", "customerId", "address", "bagCount", "amount", "serviceType", "scheduledDate")
    SELECT gen_random_uuid(), ${customer.id}::uuid, n || ' Market St, Philadelphia, PA 19103', 2, '45.00', 'one-time', now()
    FROM generate_series(1, 200) n`.execute(t.db);
  const read = async (times: number) =>
    await Promise.all(
      Array.from({ length: times }, async () => {
        const startedMs = performance.now();
        const response = await t.call('GET', '/api/pickups', { token: customer.token });
        return { ...response, durationMs: performance.now() - startedMs };
      }),
    );
  return { t, link, customer, read };
}

/**
 * Checks that each response arrives in time and is the list, or a 503 that says when to try again. A busy machine may
 * reject a request.
 */
function expectInTime(responses: readonly (ApiResponse & { durationMs: number })[]): void {
  for (const { status, body, headers, durationMs } of responses) {
    expect(durationMs).toBeLessThan(longestMs);
    if (status === 200) continue;
    expect({ status, body }).toMatchObject({ status: 503, body: { message: expect.any(String) } });
    expect(headers['retry-after']).toBeDefined();
  }
}

describe.concurrent('a bad link to the database', () => {
  it('leaves the pool intact 10 s after 3 s of silence', async (context) => {
    const { link, read } = await startLinkedApp(context);
    expectInTime(await read(12));
    link.set({ isSilent: true });
    const during = read(40);
    await pass(3_000);
    link.set({});
    await pass(longestMs);
    expectInTime(await during);
    // A busy machine may reject requests for a moment. A pool that lost connections stays slow.
    const statuses = async () =>
      (await read(40)).map(({ status, durationMs }) => (durationMs < 5_000 ? status : `${status} in ${durationMs} ms`));
    await context.expect.poll(statuses).toEqual(Array(40).fill(200));
  });

  it('does not delay a shutdown while it stays silent', async (context) => {
    const { t, link, read } = await startLinkedApp(context);
    expectInTime(await read(12));
    link.set({ isSilent: true });
    const during = read(12);
    const queued = expect(
      t.services.jobs.enqueue(t.db, 'delete-unused-photo', { storageKey: 'none' }),
    ).rejects.toThrow();
    await pass(200);
    const startedMs = performance.now();
    await t.stopDatabase();
    // A stop may take 10 s in total, and the server first waits up to 4 s for requests.
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    await queued;
    expectInTime(await during);
  });

  it('lets every request end in time when it is slow, far away, resetting or cut', async (context) => {
    const { link, read } = await startLinkedApp(context);
    const statusesOf = async (faults: LinkFaults, times: number) => {
      link.set(faults);
      const responses = await read(times);
      expectInTime(responses);
      return responses.map(({ status }) => status);
    };
    expect(await statusesOf({ bytesPerSecond: 2_000 }, 20)).toContain(503);
    expect(await statusesOf({}, 1)).toEqual([200]);
    expect(await statusesOf({ latencyMs: 500 }, 3)).toContain(200);
    const statuses = [];
    for (let round = 0; round < 10; round += 1) statuses.push(...(await statusesOf({ resetShare: 0.02 }, 10)));
    expect(statuses).toContain(200);
    expect(await statusesOf({ isCut: true }, 20)).not.toContain(200);
    expect(await statusesOf({}, 20)).toEqual(Array(20).fill(200));
  });
});

describe.concurrent('a slow statement over a good link', () => {
  const log = { warn: () => {} };

  it('is ended by the server after 6 s, and its connection stays', async ({ onTestFinished }) => {
    const { db, close } = await openFreshDatabase();
    onTestFinished(close);
    const own = () => sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
    const before = await own();
    await sql`SELECT pg_sleep(5)`.execute(db);
    await expect(sql`SELECT pg_sleep(7)`.execute(db)).rejects.toMatchObject({ code: '57014' });
    expect((await own()).rows).toEqual(before.rows);
  });

  it('has longer in the job queue and no limit in a migration', async ({ onTestFinished }) => {
    const { url, close } = await openFreshDatabase();
    const queue = openQueuePool(url, log);
    const migration = openDatabaseForMigrations(url, log);
    onTestFinished(async () => {
      await queue.end();
      await migration.db.destroy();
      await close();
    });
    const connect = async () => {
      await queue.query('SELECT 1');
      await sql`SELECT 1`.execute(migration.db);
    };
    // On a busy machine a connection may not open within the pool's five seconds.
    await vi.waitFor(connect, { timeout: 60_000 });
    const statements = [queue.query('SELECT pg_sleep(9)'), sql`SELECT pg_sleep(9)`.execute(migration.db)];
    expect((await Promise.allSettled(statements)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });

  it('holds its connection for as long as the work between two statements takes', async ({ onTestFinished }) => {
    const { url, close } = await openFreshDatabase();
    const { db } = openDatabase(url, log);
    onTestFinished(async () => {
      await db.destroy();
      await close();
    });
    await db.connection().execute(async (connection) => {
      await sql`SELECT 1`.execute(connection);
      await pass(9_000);
      await sql`SELECT 1`.execute(connection);
    });
  });
});
