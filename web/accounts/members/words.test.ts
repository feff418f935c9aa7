import { describe, expect, it } from 'vitest';
import {
  fullNameOf,
  joinedTextOf,
  lastLoginTextOf,
  roleChangedText,
  roleConsequences,
  subscriptionTextOf,
} from './words.ts';

describe('words of a member', () => {
  it('names people by what is known of them', () => {
    expect(fullNameOf({ firstName: 'Pat', lastName: 'Example' })).toBe('Pat Example');
    expect(fullNameOf({ firstName: null, lastName: 'Example' })).toBe('Example');
    expect(fullNameOf({ firstName: null, lastName: null })).toBe('No name given');
  });

  it('says New York days', () => {
    expect(joinedTextOf('2026-11-21T02:12:00.000Z')).toBe('Nov 20, 2026');
    const today = '2026-11-21';
    expect(lastLoginTextOf(null, today)).toBe('Never');
    expect(lastLoginTextOf('2026-11-22T02:00:00.000Z', today)).toBe('Today');
    expect(lastLoginTextOf('2026-11-21T02:00:00.000Z', today)).toBe('Yesterday');
    expect(lastLoginTextOf('2026-11-19T14:00:00.000Z', today)).toBe('Nov 19, 2026');
  });

  it('hides a subscription that is none, and says how another one stands', () => {
    expect(['none', 'active', 'paused', 'cancelled'].map(subscriptionTextOf)).toEqual([
      null,
      'Active',
      'Paused',
      'Cancelled',
    ]);
  });
});

describe('what a change of role brings', () => {
  const customer = { role: 'customer', totalPickups: 0, hasSubscription: false } as const;

  it('is nothing where nothing changes, or nothing is lost', () => {
    expect(roleConsequences({ ...customer, role: 'driver' }, 'driver', false)).toEqual([]);
    expect(roleConsequences(customer, 'driver', false)).toEqual([]);
  });

  it('is said of stops, bookings and the own account', () => {
    expect(roleConsequences({ ...customer, role: 'driver' }, 'customer', false).join()).toContain('back to pending');
    expect(roleConsequences({ ...customer, totalPickups: 1 }, 'driver', false).join()).toContain('bookings remain');
    expect(roleConsequences({ ...customer, hasSubscription: true }, 'admin', false)).toHaveLength(1);
    expect(roleConsequences({ ...customer, role: 'admin' }, 'driver', true).join()).toContain('your own account');
  });

  it('is reported in a sentence', () => {
    expect(roleChangedText('marcus', 'driver', false)).toBe('marcus is now a driver.');
    expect(roleChangedText('marcus', 'admin', false)).toBe('marcus is now an admin.');
    expect(roleChangedText('marcus', 'customer', true)).toBe('You are now a customer.');
  });
});
