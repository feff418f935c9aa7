import { describe, expect, it } from 'vitest';
import type { MovablePickup } from './open-move.ts';
import { driverLoadText, isFuture, moveLabelOf, movesOf, undoneText } from './words.ts';

const now = new Date('2026-11-23T15:00:00Z');
const pickup: MovablePickup = {
  id: '01a1fdf9-2b6e-7cc1-9d01-5f0e3f2a91bc',
  status: 'assigned',
  address: '742 S 10th St',
  scheduledDate: '2026-11-23T14:00:00Z',
  serviceType: 'next-day',
  driverId: 'truck',
  amount: '45.00',
};
const done = {
  ...pickup,
  status: 'completed',
  completedAt: '2026-11-23T14:59:00Z',
  resolvedBy: 'me',
  undoUntil: '2026-11-23T15:01:00Z',
} as const;

describe('movesOf', () => {
  it('offers what the state table allows', () => {
    const open = ['assign', 'reschedule', 'complete', 'reportIssue', 'markIncomplete', 'cancel'];
    expect(movesOf(pickup, 'me', now)).toEqual(open);
    expect(movesOf({ ...pickup, status: 'pending' }, 'me', now)).toEqual(['assign', 'reschedule', 'cancel']);
    expect(movesOf({ ...pickup, status: 'issue' }, 'me', now)).toEqual(['reschedule', 'cancel']);
    expect(movesOf({ ...pickup, status: 'cancelled' }, 'me', now)).toEqual([]);
  });

  it('offers Undo to who pressed, for two minutes, and Reopen to everybody else for the day', () => {
    expect(movesOf(done, 'me', now)).toEqual(['undo']);
    expect(movesOf(done, 'you', now)).toEqual(['reopen']);
    expect(movesOf(done, undefined, now)).toEqual(['reopen']);
    expect(movesOf(done, 'me', new Date('2026-11-23T15:01:00Z'))).toEqual(['reopen']);
    expect(movesOf(done, 'me', new Date('2026-11-24T05:00:00Z'))).toEqual([]);
    expect(movesOf({ ...done, status: 'issue', completedAt: null }, 'me', now)).toEqual([
      'undo',
      'reschedule',
      'cancel',
    ]);
  });
});

it('names the moves by what they do to this pickup', () => {
  expect(moveLabelOf('assign', pickup)).toBe('Reassign');
  expect(moveLabelOf('assign', { ...pickup, driverId: null })).toBe('Assign');
  expect(moveLabelOf('cancel', pickup)).toBe('Cancel Pickup');
  expect(moveLabelOf('cancel', { ...pickup, serviceType: 'subscription' })).toBe('Skip Pickup');
  expect(undoneText('742 S 10th St', 'assigned')).toBe("742 S 10th St is back on its driver's route.");
  expect(undoneText('742 S 10th St', 'pending')).toBe('742 S 10th St is open again and needs a driver.');
});

it('knows whether the day has come, in New York', () => {
  expect(isFuture(pickup, now)).toBe(false);
  expect(isFuture(pickup, new Date('2026-11-23T04:59:00Z'))).toBe(true);
  expect(isFuture({ scheduledDate: null }, now)).toBe(false);
});

it('says how full a driver is, and who is off', () => {
  const shift = { start: '07:00', end: '15:00', isOff: false, isException: false };
  const text = (openStops: number, endsAt: string | null, isOff = false, overMinutes = 0) =>
    driverLoadText({ shift: { ...shift, isOff }, openStops, endsAt, overMinutes }).replace(/\s/g, ' ');
  expect(text(62, '2026-11-23T21:10:00Z', false, 70)).toBe('62 open stops, ends 4:10 PM, over the shift');
  expect([text(0, null), text(1, null), text(42, '2026-11-23T19:40:00Z')]).toEqual([
    'No open stops',
    '1 open stop',
    '42 open stops, ends 2:40 PM',
  ]);
  expect([text(0, null, true), text(3, '2026-11-23T19:40:00Z', true)]).toEqual([
    'Off that day',
    'Off that day, 3 open stops',
  ]);
});
