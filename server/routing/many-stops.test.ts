import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { fastestTryMs } from '../../tests/support/fastest-try.ts';
import { longestTurnMs } from '../../tests/support/longest-turn.ts';
import { listClusters } from './areas/list-clusters.ts';
import { getDayBoard } from './board/get-day-board.ts';

const day = '2026-10-28';
const stops = 3_000;
const longestMs = 50;

let t: TestApp;
let admin: Person;
let customer: Person;
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf('2026-10-26', '12:00'));
  admin = await makeAdmin(t);
  customer = await makeCustomer(t);
  await sql`INSERT INTO pickups ("id", "customerId", "address", "coordinates", "coordinatesPrecision", "bagCount", "amount",
      "serviceType", "scheduledDate")
    SELECT gen_random_uuid(), ${customer.id}, i || ' Market St, Philadelphia, PA 191' || 20 + i % 30,
      39.9 + i * 7919 % 1500 / 10000.0 || ',' || -75.25 + i * 104729 % 2500 / 10000.0, 'address', 1 + i % 8, 45, 'one-time',
      ${instantOf(day, '09:00')}
    FROM generate_series(1, ${stops}) AS i`.execute(t.db);
});
afterAll(async () => await t.close());

it('groups 3,000 stops into areas with at most 50 ms of work at a time, once for requests in parallel', async () => {
  const turnMs = await fastestTryMs(longestMs, async () => {
    // Unchanged stops aren't grouped again.
    await t.db.updateTable('users').set({ lastName: 'Walker' }).where('id', '=', customer.id).execute();
    return await longestTurnMs(async () => {
      const [one, other] = await Promise.all([listClusters(t.services), listClusters(t.services)]);
      expect(one.shapes.flatMap(({ addresses }) => addresses)).toHaveLength(stops);
      expect(other).toBe(one);
    });
  });
  expect(turnMs).toBeLessThan(longestMs);
});

it('shows a board of 3,000 stops with at most 50 ms of work at a time', async () => {
  const turnMs = await fastestTryMs(longestMs, async () => {
    return await longestTurnMs(async () => {
      const board = await getDayBoard(t.services, admin.id, day);
      expect(board.unassigned).toHaveLength(stops);
    });
  });
  expect(turnMs).toBeLessThan(longestMs);
});
