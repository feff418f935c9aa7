import { expect, test } from 'vitest';
import type { PickupAction } from '../../../contract/audit.ts';
import { timelineOf } from './rules.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 14, minute));
type Facts = Parameters<typeof timelineOf>[0];

const pickup: Facts['pickup'] = {
  ...{ status: 'assigned', createdAt: at(0), updatedAt: at(0), completedAt: null, resolvedAt: null },
  ...{ incompleteReason: null, bookedBy: null, subscriptionId: null },
};
/** Makes a trail from lines such as '3 completed' (minute and action) or '3 assigned before=Sam' (with details). */
function trailOf(...lines: string[]): Facts['trail'] {
  return lines
    .map((line) => {
      const [minute, action, ...details] = line.split(' ');
      const entries = details.map((pair) => pair.replaceAll('_', ' ').split('='));
      const role = action === 'moved-by-customer' ? 'customer' : 'admin';
      const name = action === 'moved-by-customer' ? 'rescheduled' : action;
      return {
        at: at(Number(minute)),
        action: name as PickupAction,
        actorRole: role,
        details: Object.fromEntries(entries),
      };
    })
    .reverse();
}
const kindsOf = (facts: Partial<Facts['pickup']>, ...lines: string[]) =>
  timelineOf({ pickup: { ...pickup, ...facts }, charges: [], trail: trailOf(...lines) }).map(({ kind }) => kind);

test('lists what concerns the customer, and leaves out what is between dispatcher and driver', () => {
  const lines = ['1 assigned', '2 assigned before=Sam', '3 pinned', '4 noted note=secret', '5 photographed'];
  expect(kindsOf({}, ...lines, '6 payment_link_sent')).toEqual(['booked', 'assigned']);
});

test('a pickup that loses its driver because it is not paid is only held', () => {
  expect(kindsOf({ status: 'pending' }, '1 assigned', '2 given_back', '2 held')).toEqual([
    'booked',
    'assigned',
    'held',
  ]);
  expect(kindsOf({ status: 'pending' }, '1 assigned', '2 held', '2 given_back')).toEqual([
    'booked',
    'assigned',
    'held',
  ]);
  expect(kindsOf({ status: 'pending' }, '1 assigned', '2 given_back')).toEqual(['booked', 'assigned', 'unassigned']);
});

test.each([
  ['a pickup that is unassigned first', ['1 given_back'], ['unassigned']],
  ['a pickup that is held first', ['1 held'], ['held']],
  ['one held later than it was unassigned', ['1 given_back', '2 held'], ['unassigned', 'held']],
  ['one held in the minute of its assignment', ['1 assigned', '1 held'], ['assigned', 'held']],
  [
    'one that was held and unassigned later',
    ['1 assigned', '2 held', '3 assigned', '4 given_back'],
    [...['assigned', 'held', 'assigned', 'unassigned']],
  ],
  ['one that was incomplete after its assignment', ['1 assigned', '2 incomplete'], ['assigned', 'incomplete']],
])('lists each event of %s', (_what, lines, kinds) => {
  expect(kindsOf({ status: 'pending' }, ...lines)).toEqual(['booked', ...kinds]);
});

test('says who changed the address', () => {
  const lineOf = (actorRole: string) => ({ at: at(1), action: 'edited', actorRole, details: {} }) as const;
  for (const [role, by] of [
    ['customer', 'customer'],
    ['admin', 'staff'],
  ] as const) {
    expect(timelineOf({ pickup, charges: [], trail: [lineOf(role)] })[1]).toMatchObject({
      ...{ kind: 'readdressed', at: at(1).toISOString(), by },
    });
  }
});

test('says who moved it', () => {
  const trail = trailOf('1 moved-by-customer from=Mon to=Tue', '2 rescheduled from=Tue to=Wed reason=Snow_storm');
  expect(timelineOf({ pickup, charges: [], trail })).toMatchObject([
    { kind: 'booked' },
    { kind: 'moved', by: 'customer', from: 'Mon', to: 'Tue', message: null },
    { kind: 'moved', by: 'staff', from: 'Tue', to: 'Wed', message: 'Snow storm' },
  ]);
  // Moved by the report of a missed pickup.
  const recovered = trailOf('1 moved-by-customer from=Mon to=Tue reason=Sorry');
  expect(timelineOf({ pickup, charges: [], trail: recovered })[1]).toMatchObject({ by: 'staff', message: 'Sorry' });
});

test('shows a report and what was decided, with what we wrote to the customer', () => {
  const lines = ['1 completed', '2 reported_missed message=x', '3 missed_decided decision=not_missed reason=On_photo'];
  const trail = trailOf(...lines, '4 missed_decided decision=missed', '5 missed_decided decision=free_pickup_for_Mon');
  const done = { ...pickup, status: 'completed', completedAt: at(1) } as const;
  expect(timelineOf({ pickup: done, charges: [], trail }).slice(2)).toMatchObject([
    { kind: 'reported' },
    { kind: 'not_missed', message: 'On photo' },
    { kind: 'missed' },
  ]);
});

test('an incomplete that was undone stays, because the customer was notified; a completion does not', () => {
  expect(kindsOf({}, '1 incomplete reason=No_access', '2 undone was=Incomplete')).toEqual([
    'booked',
    'incomplete',
    'reopened',
  ]);
  expect(kindsOf({}, '1 completed', '2 undone was=Completed')).toEqual(['booked']);
});

test('a completion that was undone is not shown, however late and after whatever else', () => {
  expect(kindsOf({}, '1 completed', '9 undone was=Completed')).toEqual(['booked']);
  expect(kindsOf({}, '1 completed', '2 edited', '2 undone was=Completed')).toEqual(['booked', 'readdressed']);
  expect(kindsOf({}, '1 assigned', '2 undone was=Completed')).toEqual(['booked', 'assigned']);
});

test('a reopening counts from the completion, not from what came after it', () => {
  expect(kindsOf({}, '1 completed', '5 edited', '6 reopened')).toEqual([
    ...['booked', 'completed', 'readdressed', 'reopened'],
  ]);
});

test('a completion that was reopened is shown from two minutes on', () => {
  expect(kindsOf({}, '1 completed', '2 reopened reason=secret')).toEqual(['booked']);
  expect(kindsOf({}, '1 completed', '3 reopened reason=secret')).toEqual(['booked', 'completed', 'reopened']);
});

test("the driver's reason replaces an incomplete without one", () => {
  const trail = trailOf('1 incomplete', '9 incomplete reason=Nothing_was_out');
  const ended = { ...pickup, status: 'incomplete', incompleteReason: 'not-out' } as const;
  expect(timelineOf({ pickup: ended, charges: [], trail }).slice(1)).toMatchObject([
    { kind: 'incomplete', at: at(9).toISOString(), reason: 'not-out' },
  ]);
});

test.each([
  ['of the trail while the row has none', null, '1 incomplete reason=No_access', 'no-access'],
  ['of the row while the trail has none', 'other', '1 incomplete', 'other'],
  ['of the row where both have one', 'other', '1 incomplete reason=No_access', 'other'],
  ['of nobody when the trail has other words', null, '1 incomplete reason=Beware_of_the_dog', null],
] as const)('an incomplete has the reason %s', (_whose, incompleteReason, line, reason) => {
  const ended = { ...pickup, status: 'incomplete', incompleteReason } as const;
  expect(timelineOf({ pickup: ended, charges: [], trail: trailOf(line) })[1]).toMatchObject({ reason });
});

test('an incomplete that was undone keeps its reason, and a cancellation after it has none', () => {
  const undone = trailOf('1 incomplete reason=No_access', '2 undone was=Incomplete');
  expect(timelineOf({ pickup, charges: [], trail: undone })[1]).toMatchObject({ reason: 'no-access' });
  const cancelled = { ...pickup, status: 'cancelled', incompleteReason: 'no-access' } as const;
  const trail = trailOf('1 incomplete reason=No_access', '2 cancelled');
  expect(timelineOf({ pickup: cancelled, charges: [], trail })[2]).toMatchObject({ kind: 'cancelled', reason: null });
});

test('a completion has the time of the press, not the time at which the phone sent it', () => {
  const done = { ...pickup, status: 'completed', completedAt: at(5), resolvedAt: at(50) } as const;
  const trail = trailOf('1 assigned', '50 completed');
  expect(timelineOf({ pickup: done, charges: [], trail }).at(-1)).toMatchObject({ at: at(5).toISOString() });
});

test('an end without a line in the trail comes from the row', () => {
  expect(kindsOf({ status: 'completed', completedAt: at(8) })).toEqual(['booked', 'completed']);
  expect(kindsOf({ status: 'issue', resolvedAt: at(8) })).toEqual(['booked', 'issue']);
  const cancelled = { ...pickup, status: 'cancelled', subscriptionId: 'plan', updatedAt: at(8) } as const;
  expect(timelineOf({ pickup: cancelled, charges: [], trail: [] })).toMatchObject([
    { kind: 'booked', by: 'plan' },
    { kind: 'cancelled', by: 'plan', at: at(8).toISOString() },
  ]);
});

test.each([
  ['completed', { completedAt: at(8), resolvedAt: at(9) }],
  ['issue', { completedAt: at(3), resolvedAt: at(8) }],
  ['incomplete', { resolvedAt: at(8) }],
  ['cancelled', { resolvedAt: at(3), updatedAt: at(8) }],
] as const)('an end without a line has its time in the row, and is by our staff: %s', (status, times) => {
  const ended = { ...pickup, updatedAt: at(50), status, ...times };
  for (const subscriptionId of status === 'cancelled' ? [null] : [null, 'plan']) {
    expect(timelineOf({ pickup: { ...ended, subscriptionId }, charges: [], trail: [] })[1]).toMatchObject({
      ...{ kind: status, by: 'staff', at: at(8).toISOString() },
    });
  }
});

test('the card is charged before the pickup is made, and is shown after it', () => {
  const refunds = [
    { amount: '10.00', at: at(9), isPending: false, hasFailed: false, isSettled: false },
    { amount: '5.00', at: at(10), isPending: true, hasFailed: false, isSettled: false },
    { amount: '5.00', at: at(11), isPending: false, hasFailed: true, isSettled: false },
  ];
  const charges = [{ amount: '45.00', movedAt: at(0), refunds }];
  expect(timelineOf({ pickup: { ...pickup, createdAt: at(1) }, charges, trail: [] })).toMatchObject([
    { kind: 'booked', at: at(0).toISOString() },
    { kind: 'paid', by: 'customer', amount: '45.00' },
    { kind: 'refunded', amount: '10.00', at: at(9).toISOString() },
  ]);
});

test('a refund follows the cancellation that caused it, though its time is rounded down to the second', () => {
  const cancelledAt = new Date(at(3).getTime() + 400);
  const trail = [{ at: cancelledAt, action: 'cancelled', actorRole: 'customer', details: {} }] as const;
  const refunds = [{ amount: '45.00', at: at(3), isPending: false, hasFailed: false, isSettled: false }];
  const charges = [{ amount: '45.00', movedAt: at(0), refunds }];
  const cancelled = { ...pickup, status: 'cancelled' } as const;
  expect(timelineOf({ pickup: cancelled, charges, trail }).slice(2)).toMatchObject([
    { kind: 'cancelled', by: 'customer' },
    { kind: 'refunded' },
  ]);
});
