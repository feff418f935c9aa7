import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { fastestTryMs } from '../../tests/support/fastest-try.ts';
import { makeSubscriber, stopsOf } from '../../tests/support/subscriptions/subscriptions.ts';

const closed = '2026-10-30';
const stops = 2_000;

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf('2026-10-26', '12:00'));
  admin = await makeAdmin(t);
  const driver = await makeDriver(t);
  const { subscriptionId } = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'friday' });
  const [first] = await stopsOf(t, subscriptionId);
  if (!first) throw new Error('the plan has no stop');
  const { scheduledDay: _, ...stop } = first;
  for (let made = 1; made < stops; made += 500) {
    const length = Math.min(500, stops - made);
    const rows = Array.from({ length }, () => ({
      ...stop,
      ...{
        id: randomUUID(),
        subscriptionId: null,
        occurrenceDate: null,
        status: 'assigned' as const,
        driverId: driver.id,
      },
    }));
    await t.db.insertInto('pickups').values(rows).execute();
  }
});
afterAll(async () => await t.close());

const body = { days: [{ from: closed, to: '2026-10-31' }] };
const post = (path: string, more: Record<string, unknown> = {}) =>
  t.call('POST', `/api/admin/closed-days${path}`, { token: admin.token, body: { ...body, ...more } });

it('shows 2,000 stops within 5 s, and moves and undoes them', { timeout: 600_000 }, async () => {
  let token = '';
  const tookMs = await fastestTryMs(5_000, async () => {
    const startedMs = performance.now();
    const seen = await post('/preview');
    const ms = performance.now() - startedMs;
    expect(seen.body.moving).toHaveLength(stops);
    token = seen.body.token;
    return ms;
  });
  expect(tookMs).toBeLessThan(5_000);
  const moved = await post('', { token });
  expect(moved).toMatchObject({ status: 200, body: { movedStops: stops } });
  const actionId: string = moved.body.action.id;
  const undone = await t.call('POST', '/api/admin/board/undo', { token: admin.token, body: { actionId } });
  expect(undone.body).toMatchObject({ undoneStops: stops, left: [] });
});
