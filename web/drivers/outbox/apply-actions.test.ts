import { expect, test } from 'vitest';
import type { DriverSchedule, DriverStop } from '../../../contract/drivers.ts';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import type { SavedAction, StopWork } from './action.ts';
import { applyActions } from './apply-actions.ts';
import { accept } from './phone-store.ts';

const stop = (id: string, more: Partial<DriverStop> = {}) =>
  ({ id, status: 'assigned', completedAt: null, driverNotes: null, incompleteReason: null, ...more }) as DriverStop;
const schedule = (...pickups: DriverStop[]): DriverSchedule => ({
  '2026-11-21': { date: '2026-11-21', dayName: 'Saturday', isTomorrow: false, pickups },
  '2026-11-22': { date: '2026-11-22', dayName: 'Sunday', isTomorrow: true, pickups: [] },
});
const saved = (seq: number, work: StopWork, settledAtMs: number | null = null): SavedAction => {
  const place = { number: null, address: null };
  return {
    seq,
    userId: 'u',
    pickupId: 'a',
    place,
    pressedAtMs: Date.UTC(2026, 10, 21, 15),
    work,
    key: `press ${seq}`,
    attempts: 0,
    settledAtMs,
  };
};
/** Later than the time at which any action was accepted. */
const now = 1000;
const first = (applied: DriverSchedule) => applied['2026-11-21']?.pickups[0];

test('shows waiting actions as done and the rest as the server has it', () => {
  const applied = applyActions(
    schedule(stop('a'), stop('b')),
    100,
    [saved(1, { kind: 'complete' })],
    '2026-11-21',
    now,
  );
  expect(applied['2026-11-21']?.pickups).toMatchObject([
    { id: 'a', status: 'completed', completedAt: '2026-11-21T15:00:00.000Z' },
    { id: 'b', status: 'assigned' },
  ]);
});

test('shows a stop as open while the server fails to complete it, and as completed once it has', () => {
  const failed = { ...saved(1, { kind: 'complete' }), hasFailed: true };
  expect(first(applyActions(schedule(stop('a')), 100, [failed], '2026-11-21', now))?.status).toBe('assigned');
  const accepted = accept(failed, 200, null);
  expect(first(applyActions(schedule(stop('a')), 100, [accepted], '2026-11-21', now))?.status).toBe('completed');
});

test('applies an accepted action until a route was requested later', () => {
  const accepted = saved(1, { kind: 'complete' }, 200);
  expect(first(applyActions(schedule(stop('a')), 200, [accepted], '2026-11-21', now))?.status).toBe('completed');
  expect(first(applyActions(schedule(stop('a')), 201, [accepted], '2026-11-21', now))?.status).toBe('assigned');
});

test('ignores an action accepted by a clock that has been corrected since', () => {
  const accepted = saved(1, { kind: 'complete' }, now + 1);
  expect(first(applyActions(schedule(stop('a')), 200, [accepted], '2026-11-21', now))?.status).toBe('assigned');
  expect(first(applyActions(schedule(stop('a')), 200, [accepted], '2026-11-21', now + 1))?.status).toBe('completed');
});

test('applies actions in the order in which they were pressed', () => {
  const actions = [saved(2, { kind: 'note', note: 'second' }), saved(1, { kind: 'note', note: 'first' })];
  expect(first(applyActions(schedule(stop('a')), 0, actions, '2026-11-21', now))?.driverNotes).toBe('second');
  const emptied = [...actions, saved(3, { kind: 'note', note: '' })];
  expect(first(applyActions(schedule(stop('a')), 0, emptied, '2026-11-21', now))?.driverNotes).toBeNull();
});

test('shows incomplete with its reason and keeps the old note unless there is a new one', () => {
  const work = { kind: 'incomplete', reason: 'no-access', photoFollows: false } as const;
  const noted = schedule(stop('a', { driverNotes: 'Side door' }));
  const without = first(applyActions(noted, 0, [saved(1, { ...work, note: null })], '2026-11-21', now));
  expect(without).toMatchObject({ status: 'incomplete', incompleteReason: 'no-access', driverNotes: 'Side door' });
  const withNote = first(applyActions(noted, 0, [saved(1, { ...work, note: 'Dog' })], '2026-11-21', now));
  expect(withNote?.driverNotes).toBe('Dog');
});

test('shows an undone stop as open, until it is completed again', () => {
  const done = schedule(stop('a', { status: 'completed', completedAt: '2026-11-21T14:59:00.000Z' }));
  const undo = saved(2, { kind: 'undo', what: 'complete', pressKey: 'k' });
  expect(first(applyActions(done, 0, [undo], '2026-11-21', now))).toMatchObject({
    status: 'assigned',
    completedAt: null,
  });
  const again = [undo, saved(1, { kind: 'complete' }), saved(3, { kind: 'complete' })];
  expect(first(applyActions(done, 0, again, '2026-11-21', now))?.status).toBe('completed');
  const missed = schedule(stop('a', { status: 'incomplete', incompleteReason: 'no-access' }));
  const undoMissed = saved(1, { kind: 'undo', what: 'incomplete', pressKey: 'key' });
  expect(first(applyActions(missed, 0, [undoMissed], '2026-11-21', now))).toMatchObject({
    ...{ status: 'assigned', incompleteReason: null },
  });
});

test('shows a photo that the server has before the route says so', () => {
  const waiting = saved(1, { kind: 'photo', moment: 'after', image: new Blob(), address: null });
  const bare = schedule(stop('a', { beforePhotoUrl: '/before', afterPhotoUrl: null }));
  expect(first(applyActions(bare, 0, [waiting], '2026-11-21', now))?.afterPhotoUrl).toBeNull();
  const sent = accept(waiting, 200, '/after');
  expect(sent.work).toMatchObject({ image: null });
  const applied = first(applyActions(bare, 100, [sent], '2026-11-21', now));
  expect(applied).toMatchObject({ beforePhotoUrl: '/before', afterPhotoUrl: '/after' });
});

test('computes isTomorrow again after midnight', () => {
  const applied = applyActions(schedule(), 0, [], '2026-11-22', now);
  expect(Object.values(applied).map(({ isTomorrow }) => isTomorrow)).toEqual([false, false]);
  expect(applyActions(schedule(), 0, [], '2026-11-21', now)['2026-11-22']?.isTomorrow).toBe(true);
});

test('shows what was done at a disposal site, and leaves a route without visits as it is', () => {
  const visit = { id: 'a', siteId: 's', emptiedAt: null, tons: null, hasTicketPhoto: false } as DisposalVisit;
  const day = { date: '2026-11-21', dayName: 'Saturday', isTomorrow: false, pickups: [] };
  const shown = (...works: StopWork[]) => {
    const route = { '2026-11-21': { ...day, disposalVisits: [visit] } };
    const actions = works.map((work, index) => saved(index, work));
    return applyActions(route, 100, actions, '2026-11-21', now)['2026-11-21']?.disposalVisits?.[0];
  };
  const emptied = { kind: 'emptied', siteId: 's' } as const;
  const tons = { kind: 'tons', siteId: 's', tons: 3.2, emptiedAtMs: 1 } as const;
  expect(shown(emptied, tons)).toMatchObject({ emptiedAt: '2026-11-21T15:00:00.000Z', tons: '3.20' });
  expect(shown(emptied, { kind: 'ticket', image: null })).toMatchObject({ hasTicketPhoto: true });
  expect(shown(emptied, tons, { kind: 'undo', what: 'emptied', pressKey: 'key' })).toEqual(visit);
  expect(applyActions(schedule(), 100, [saved(1, emptied)], '2026-11-21', now)['2026-11-21']).not.toHaveProperty(
    'disposalVisits',
  );
});

test('shows the bags as the driver counted them', () => {
  const applied = applyActions(schedule(stop('a')), 100, [saved(1, { kind: 'bags', bags: 12 })], '2026-11-21', now);
  expect(first(applied)).toMatchObject({ status: 'assigned', countedBags: 12 });
});
