import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { fastestTryMs } from '../../tests/support/fastest-try.ts';
import { longestTurnMs } from '../../tests/support/longest-turn.ts';
import { makeSubscriber } from '../../tests/support/subscriptions/subscriptions.ts';
import { previewClosedDays } from './preview-closed-days.ts';

const holiday = '2026-11-26';
const visits = 2_000;

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf('2026-10-26', '12:00'));
  admin = await makeAdmin(t);
  const { subscriptionId } = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'thursday' });
  // The same plan for many customers.
  await sql`INSERT INTO users ("id", "username", "email", "role", "address")
    SELECT gen_random_uuid(), 'visit_' || i, 'visit_' || i || '@stoop.example', 'customer', i || ' Market St, Philadelphia, PA 19103'
    FROM generate_series(2, ${visits}) AS i`.execute(t.db);
  // Several statements, because each has a time limit.
  for (let digit = 0; digit < 10; digit++) {
    await sql`INSERT INTO subscriptions SELECT (jsonb_populate_record(plan, jsonb_build_object(
        'id', gen_random_uuid(), 'customerId', users."id", 'stripeSubscriptionId', 'sim_sub_' || users."username"))).*
      FROM subscriptions AS plan, users WHERE plan."id" = ${subscriptionId} AND users."username" LIKE ${`visit\\_%${digit}`}`.execute(
      t.db,
    );
  }
});
afterAll(async () => await t.close());

const post = (path: string, more: Record<string, unknown> = {}) =>
  t.call('POST', `/api/admin/closed-days${path}`, {
    token: admin.token,
    body: { days: [{ from: holiday, to: '2026-11-27' }], ...more },
  });

it.each([
  ['can move', '2026-11-27'],
  // The next visits of the plans are on this day.
  ["can't move", '2026-12-03'],
])('computes a preview of 2,000 visits that %s at most 50 ms at a time', { timeout: 120_000 }, async (_, to) => {
  const body = { scope: {}, choices: [], days: [{ from: holiday, to }] };
  const turnMs = await fastestTryMs(50, async () => {
    return await longestTurnMs(async () => {
      const { moving, conflicts } = await previewClosedDays(t.services, admin.id, body);
      expect(moving.length + conflicts.length).toBe(visits);
    });
  });
  expect(turnMs).toBeLessThan(50);
});

it('shows 2,000 visits without a stop within 5 s, and moves and undoes them', { timeout: 300_000 }, async () => {
  let token = '';
  const tookMs = await fastestTryMs(5_000, async () => {
    const startedMs = performance.now();
    const seen = await post('/preview');
    const ms = performance.now() - startedMs;
    expect(seen.status, JSON.stringify(seen.body).slice(0, 300)).toBe(200);
    expect(seen.body.moving).toHaveLength(visits);
    expect(seen.body.withoutStop).toBe(visits);
    token = seen.body.token;
    return ms;
  });
  expect(tookMs).toBeLessThan(5_000);
  const moved = await post('', { token });
  expect(moved).toMatchObject({ status: 200, body: { movedStops: visits } });
  expect((await post('/preview')).body.moving).toEqual([]);
  const undone = await t.call('POST', '/api/admin/board/undo', {
    token: admin.token,
    body: { actionId: moved.body.action.id },
  });
  expect(undone.body).toMatchObject({ undoneStops: visits, left: [] });
  expect((await post('/preview')).body.moving).toHaveLength(visits);
});
