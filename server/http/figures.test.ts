import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { makeCustomer } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { type DatabaseLink, startDatabaseLink } from '../../tests/support/database/database-link.ts';
import { administrate } from '../../tests/support/database/database-server.ts';
import { type FigureSource, Figures } from './figures.ts';

const read = async (app: TestApp) => String((await app.call('GET', '/metrics')).body);
const valuesOf = (text: string, name: string) =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (.+)$`, 'gm'))].map(([, labels = '', value]) => [
      labels,
      Number(value),
    ]),
  );

describe('/metrics', () => {
  it('shows what waits in the database', async () => {
    const app = await startTestApp();
    const { db } = app;
    const { id: customerId } = await makeCustomer(app);
    await app.runJobs();
    await app.services.jobs.enqueue(db, 'delete-unused-photo', { storageKey: 'due' });
    await app.services.jobs.enqueue(db, 'delete-unused-photo', { storageKey: 'later' }, { afterSeconds: 600 });
    await sql`UPDATE pgboss.job SET "start_after" = now() - interval '90 s' WHERE "data" ->> 'storageKey' = 'due'`.execute(
      db,
    );
    await sql`UPDATE pgboss.queue SET "failed_count" = 3 WHERE "name" = 'delete-unused-photo'`.execute(db);
    await sql`INSERT INTO messages ("id", "kind", "channel", "recipientId", "subject", "subjectId", "revision", "createdAt", "dueAt")
      VALUES (gen_random_uuid(), 'reminder', 'email', ${customerId}, 'account', ${customerId}, '', now(), now() - interval '200 s'),
        (gen_random_uuid(), 'reminder', 'push', ${customerId}, 'account', ${customerId}, '', now(), now() + interval '1 h')`.execute(
      db,
    );
    await sql`INSERT INTO payments ("id", "customerId", "purpose", "amount", "status", "createdAt", "updatedAt", "bookingId")
      VALUES (gen_random_uuid(), ${customerId}, 'subscription', '45.00', 'open', now() - interval '3 days', now(), null)`.execute(
      db,
    );
    await sql`INSERT INTO provider_events ("id", "type", "createdAt", "receivedAt", "setAsideAt")
      VALUES ('evt_1', 'x', now(), now() - interval '50 s', null), ('evt_2', 'x', now(), now(), now())`.execute(db);
    const text = await read(app);
    const close = (value: number) => expect.closeTo(value, -1);
    const kind = 'kind="delete-unused-photo"';
    expect(valuesOf(text, 'jobs')).toMatchObject({
      [`${kind},state="due"`]: 1,
      [`${kind},state="later"`]: 1,
      [`${kind},state="failed"`]: 3,
    });
    expect(valuesOf(text, 'jobs_oldest_due_seconds')).toMatchObject({ [kind]: close(90), 'kind="send-text"': 0 });
    expect(valuesOf(text, 'messages_unsent')).toMatchObject({
      'channel="email",state="due"': 1,
      'channel="push",state="later"': 1,
    });
    expect(valuesOf(text, 'messages_oldest_unsent_seconds')).toMatchObject({ 'channel="email"': close(200) });
    expect(valuesOf(text, 'payments_open')).toEqual({ '': 1 });
    expect(valuesOf(text, 'payments_oldest_open_seconds')).toEqual({ '': close(259_200) });
    expect(valuesOf(text, 'provider_events_unhandled')).toEqual({ '': 1 });
    expect(valuesOf(text, 'provider_events_oldest_unhandled_seconds')).toEqual({ '': close(50) });
    expect(valuesOf(text, 'provider_events_set_aside')).toEqual({ '': 1 });
    expect(valuesOf(text, 'refunds_failed')).toEqual({ '': 0 });
    expect(valuesOf(text, 'plan_credits_stuck')).toEqual({ '': 0 });
    expect(valuesOf(text, 'database_up')).toEqual({ '': 1 });
    expect(valuesOf(text, 'database_pool_connections')).toMatchObject({
      'pool="requests",state="max"': 12,
      'pool="requests",state="waiting"': 0,
      'pool="queue",state="max"': 4,
    });
    await app.close();
  });

  it('responds within seconds when the database is silent, and says so', async () => {
    let link: DatabaseLink | undefined;
    const warnings: unknown[][] = [];
    const log = { info: () => {}, warn: (...line: unknown[]) => warnings.push(line), error: () => {} };
    const cut = await startTestApp({}, { log }, async (url) => {
      link = await startDatabaseLink(url);
      return link.url;
    });
    link?.set({ isSilent: true });
    const startedMs = performance.now();
    const text = await read(cut);
    expect(performance.now() - startedMs).toBeLessThan(4_000);
    expect(valuesOf(text, 'database_up')).toEqual({ '': 0 });
    expect(valuesOf(text, 'metrics_read_errors_total')).toMatchObject({ 'feature="jobs"': 1, 'feature="payments"': 1 });
    // No figure is better than an old one.
    expect(valuesOf(text, 'payments_open')).toEqual({});
    expect(valuesOf(text, 'jobs')).toEqual({});
    link?.set({});
    await cut.close();
    await link?.close();
  });

  it('reads no whole table', async () => {
    // PostgreSQL then reads a table from its beginning only if no index fits, and counts it.
    const app = await startTestApp({}, {}, async (url) => {
      await administrate(
        url,
        `ALTER DATABASE ${new URL(url.replace('@/', '@x/')).pathname.slice(1)} SET enable_seqscan = off`,
      );
      return url;
    });
    await read(app);
    await app.stopDatabase();
    const client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
    const { rows } = await client.query(`SELECT relname, seq_scan::int AS scans FROM pg_stat_user_tables
      WHERE relname IN ('job_common', 'messages', 'payments', 'provider_events', 'charge_refunds', 'payment_history')`);
    await client.end();
    await app.close();
    expect(rows.length).toBe(6);
    expect(rows.filter(({ scans }) => scans > 0)).toEqual([]);
  });
});

describe('figures', () => {
  const source = (readCount: { count: number }, fails: () => boolean): FigureSource => ({
    feature: 'one',
    figures: { one_total: { help: 'one' }, one_by_kind: { help: 'one', labels: ['kind'] } },
    async read() {
      readCount.count += 1;
      await sleep(5);
      if (fails()) throw new Error('no');
      return [
        { figure: 'one_total', value: readCount.count },
        { figure: 'one_by_kind', labels: { kind: `k${readCount.count}` }, value: 1 },
      ];
    },
  });
  const readingsOf = async (figures: Figures, at: number) => (await figures.metrics[at]?.get())?.values ?? [];

  it('are read at most once in 15 s, however many ask at a time', async () => {
    const reads = { count: 0 };
    let nowMs = 1_000;
    const figures = new Figures(
      [source(reads, () => false)],
      async () => {},
      { warn: () => {} },
      () => nowMs,
    );
    await Promise.all([figures.refresh(), figures.refresh(), figures.refresh()]);
    expect(reads.count).toBe(1);
    nowMs += 14_999;
    await figures.refresh();
    expect(reads.count).toBe(1);
    nowMs += 1;
    await figures.refresh();
    expect(reads.count).toBe(2);
    expect(await readingsOf(figures, 1)).toEqual([{ labels: { kind: 'k2' }, value: 1 }]);
  });

  it('vanish when their query fails, which is counted and logged, and come back', async () => {
    const reads = { count: 0 };
    const warnings: unknown[][] = [];
    let [nowMs, fails] = [0, false];
    const log = { warn: (...line: unknown[]) => warnings.push(line) };
    const figures = new Figures(
      [source(reads, () => fails)],
      async () => {},
      log,
      () => nowMs,
    );
    await figures.refresh();
    [nowMs, fails] = [15_000, true];
    await figures.refresh();
    expect([await readingsOf(figures, 0), await readingsOf(figures, 1)]).toEqual([[], []]);
    expect(await readingsOf(figures, 2)).toMatchObject([{ labels: { feature: 'one' }, value: 1 }]);
    expect(warnings).toMatchObject([[{ feature: 'one' }, 'the figures of a feature could not be read']]);
    [nowMs, fails] = [30_000, false];
    await figures.refresh();
    expect(await readingsOf(figures, 0)).toMatchObject([{ value: 3 }]);
  });
});
