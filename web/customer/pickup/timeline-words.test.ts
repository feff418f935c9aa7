import { expect, test } from 'vitest';
import { type PickupEvent, pickupEventKinds } from '../../../contract/booking/pickup-page.ts';
import { eventText } from './timeline-words.ts';

const none = { at: '', by: 'staff', from: null, to: null, message: null, reason: null, amount: null } as const;
const say = (event: Partial<PickupEvent>, subscriptionId: string | null = null) =>
  eventText({ ...none, kind: 'booked', ...event }, { subscriptionId });

test('says who did it', () => {
  const by = (kind: PickupEvent['kind']) =>
    (['customer', 'plan', 'staff'] as const).map((who) => say({ kind, by: who }));
  expect(by('booked')).toEqual(['You booked it', 'Added by your plan', 'Booked for you']);
  expect(by('cancelled')).toEqual(['You cancelled it', 'Cancelled by your plan', 'Cancelled by us']);
});

test("says that a plan's visit was skipped, and who else cancelled it", () => {
  const by = (who: PickupEvent['by']) => say({ kind: 'cancelled', by: who }, 'plan');
  expect([by('customer'), by('plan'), by('staff')]).toEqual([
    'You skipped it',
    'Cancelled by your plan',
    'Cancelled by us',
  ]);
});

test('says from which day to which, with what we wrote', () => {
  const move = { kind: 'moved', from: 'Mon, Nov 23', to: 'Tue, Nov 24' } as const;
  expect(say({ ...move, by: 'customer' })).toBe('You moved it from Mon, Nov 23 to Tue, Nov 24');
  expect(say({ ...move, message: 'Snow.' })).toBe('Moved from Mon, Nov 23 to Tue, Nov 24: Snow.');
});

test('every kind has words of its own, also without details', () => {
  expect(new Set(pickupEventKinds.map((kind) => say({ kind, amount: '45.00' }))).size).toBe(pickupEventKinds.length);
  expect(say({ kind: 'incomplete', reason: 'no-access' })).toBe("Couldn't be completed: no access");
});
