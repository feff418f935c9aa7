import { afterEach, expect, test, vi } from 'vitest';
import type { DriverSchedule, DriverStop } from '../../../contract/drivers.ts';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { standInBrowser } from '../../api/stand-in-browser.ts';
import type { SavedAction } from './action.ts';

const date = '2026-11-29';
const pressedAt = '2026-11-29T17:00:00.000Z';
const dayMs = 24 * 60 * 60_000;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Loads the modules on a phone whose clock is a day ahead at `pressedAt`. Returns them and its time. */
async function openPhone() {
  standInBrowser('/driver');
  const phoneMs = Date.parse(pressedAt) + dayMs;
  vi.spyOn(Date, 'now').mockReturnValue(phoneMs);
  vi.spyOn(performance, 'now').mockReturnValue(0);
  vi.resetModules();
  const clock = await import('../../api/server-clock.ts');
  clock.readServerTime(new Headers({ date: new Date(pressedAt).toUTCString(), 'cache-control': 'no-store' }));
  const [{ applyActions }, { weightOf }] = await Promise.all([import('./apply-actions.ts'), import('./action.ts')]);
  return { phoneMs, applyActions, weightOf };
}

test("a press that isn't sent yet shows the server's time, and its weight is sent with the phone's", async () => {
  const { phoneMs, applyActions, weightOf } = await openPhone();
  const schedule = {
    [date]: {
      ...{ date, dayName: 'Sunday', isTomorrow: false },
      pickups: [{ id: 'a', status: 'assigned', completedAt: null } as DriverStop],
      disposalVisits: [{ id: 'v', siteId: 's', emptiedAt: null } as DisposalVisit],
    },
  } satisfies DriverSchedule;
  const pressed = (seq: number, pickupId: string, work: SavedAction['work']) =>
    ({ seq, pickupId, work, pressedAtMs: phoneMs, settledAtMs: null }) as SavedAction;
  const actions = [pressed(1, 'a', { kind: 'complete' }), pressed(2, 'v', { kind: 'emptied', siteId: 's' })];
  const shown = applyActions(schedule, phoneMs, actions, date, phoneMs)[date];
  expect(shown?.pickups[0]?.completedAt).toBe(pressedAt);
  const [visit] = shown?.disposalVisits ?? [];
  expect(visit?.emptiedAt).toBe(pressedAt);
  if (!visit) return;
  expect(weightOf(visit, 3.25)).toMatchObject({ work: { emptiedAtMs: phoneMs } });
});
