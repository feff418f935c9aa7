import { describe, expect, it, test } from 'vitest';
import { instantOf } from '../../contract/values/time/dates.ts';
import { type LiveFacts, linkEndsAt, liveDayOf, oldestLiveDay } from './rules.ts';

const today = '2026-11-21';
const facts: LiveFacts = {
  ...{ id: 'p', status: 'assigned', scheduledDay: today, address: '1127 S 9th St, Philadelphia, PA 19147' },
  ...{ pickupWindow: '8:00 AM – 10:00 AM', heldAt: null, completedAt: null, incompleteReason: null },
  ...{ beforePhotoUrl: null, afterPhotoUrl: null, hasStarted: true, stopsAhead: 4 },
};
const dayOf = (more: Partial<LiveFacts>, linkDay: string | null = today) =>
  liveDayOf({ ...facts, ...more }, linkDay, today);

test.each<[string, Partial<LiveFacts>, string]>([
  ['a driver with stops before it', {}, 'on_route'],
  ["the driver's next stop", { stopsAhead: 0 }, 'next'],
  ['a driver who has not begun', { hasStarted: false }, 'planned'],
  ['no driver', { status: 'pending', hasStarted: false, stopsAhead: null }, 'planned'],
  ['a held pickup', { status: 'pending', heldAt: new Date(), stopsAhead: null }, 'on_hold'],
  ['a completed one', { status: 'completed' }, 'done'],
  ['an incomplete one', { status: 'incomplete' }, 'not_done'],
  ['an issue', { status: 'issue' }, 'issue'],
  ['a cancelled one', { status: 'cancelled' }, 'cancelled'],
  ['another day than the link is about', { scheduledDay: '2026-11-24' }, 'moved'],
  ['no day any more', { scheduledDay: null }, 'moved'],
  ['a pickup that was moved and then done', { scheduledDay: '2026-11-20', status: 'completed' }, 'moved'],
  ['a pickup that was moved and then cancelled', { scheduledDay: '2026-11-24', status: 'cancelled' }, 'cancelled'],
])('%s', (_what, more, state) => expect(dayOf(more).state).toBe(state));

test("the customer's own page is not bound to a day", () => {
  expect(dayOf({ scheduledDay: '2026-11-24' }, null).state).toBe('planned');
  expect(dayOf({ scheduledDay: '2026-11-20' }, null).state).toBe('late');
  expect(dayOf({ scheduledDay: '2026-11-20' }, '2026-11-20').state).toBe('late');
  expect(dayOf({ scheduledDay: null, stopsAhead: null }, null)).toMatchObject({ state: 'planned', day: null });
});

describe('what is shown', () => {
  it('is the street without the house number, and the ZIP code', () => {
    const shown = JSON.stringify(dayOf({}));
    expect(dayOf({}).area).toBe('S 9th St, 19147');
    expect(shown).not.toContain('1127');
  });

  it('is the number of stops before it only while the driver is on the way', () => {
    expect(dayOf({}).stopsBefore).toBe(4);
    expect(dayOf({ stopsAhead: 0 }).stopsBefore).toBe(0);
    for (const more of [{ hasStarted: false }, { status: 'completed' }, { scheduledDay: '2026-11-24' }] as const) {
      expect(dayOf(more).stopsBefore).toBeNull();
    }
  });

  it('is the window only while the pickup is to come', () => {
    expect(dayOf({}).window).toBe('8:00 AM – 10:00 AM');
    expect(dayOf({ status: 'completed' }).window).toBeNull();
    expect(dayOf({ status: 'cancelled' }).window).toBeNull();
  });

  it('is the photo after the visit, else the one before, and only of a pickup that was resolved', () => {
    const [before, after] = ['/api/pickups/p/photos/before?v=b1', '/api/pickups/p/photos/after?v=a1'];
    const photos = { beforePhotoUrl: before, afterPhotoUrl: after };
    expect(dayOf({ ...photos, status: 'completed' }).photo).toEqual({ moment: 'after', version: 'a1' });
    expect(dayOf({ beforePhotoUrl: before, status: 'incomplete' }).photo).toEqual({ moment: 'before', version: 'b1' });
    expect(dayOf(photos).photo).toBeNull();
    expect(dayOf({ ...photos, status: 'cancelled' }).photo).toBeNull();
    expect(dayOf({ ...photos, status: 'completed', scheduledDay: '2026-11-20' }).photo).toBeNull();
  });

  it('is the reason of an incomplete one, and the time of a completed one', () => {
    const completedAt = instantOf(today, '09:41');
    expect(dayOf({ status: 'completed', completedAt }).completedAt).toBe(completedAt.toISOString());
    expect(dayOf({ status: 'incomplete', incompleteReason: 'not-out' }).reason).toBe('not-out');
    expect(dayOf({ completedAt, incompleteReason: 'not-out' })).toMatchObject({ completedAt: null, reason: null });
  });
});

test('a link ends at noon of the next day in New York, also when the clocks change', () => {
  expect(linkEndsAt('2026-11-21')).toEqual(new Date('2026-11-22T17:00:00Z'));
  expect(linkEndsAt('2026-10-31')).toEqual(new Date('2026-11-01T17:00:00Z'));
  expect(linkEndsAt('2027-03-13')).toEqual(new Date('2027-03-14T16:00:00Z'));
  expect(oldestLiveDay(instantOf(today, '11:59'), today)).toBe('2026-11-20');
  expect(oldestLiveDay(instantOf(today, '12:00'), today)).toBe(today);
});
