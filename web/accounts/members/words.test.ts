import { describe, expect, it } from 'vitest';
import {
  joinedTextOf,
  lastLoginTextOf,
  roleChangedText,
  roleConsequences,
  stateChangesOf,
  stateWords,
  subscriptionTextOf,
} from './words.ts';

describe('member texts', () => {
  it('show dates in New York', () => {
    expect(joinedTextOf('2026-11-21T02:12:00.000Z')).toBe('Nov 20, 2026');
    const today = '2026-11-21';
    expect(lastLoginTextOf(null, today)).toBe('Never');
    expect(lastLoginTextOf('2026-11-22T02:00:00.000Z', today)).toBe('Today');
    expect(lastLoginTextOf('2026-11-21T02:00:00.000Z', today)).toBe('Yesterday');
    expect(lastLoginTextOf('2026-11-19T14:00:00.000Z', today)).toBe('Nov 19, 2026');
  });

  it('show the status of a plan, and nothing without one', () => {
    expect(['none', 'active', 'paused', 'cancelled'].map(subscriptionTextOf)).toEqual([
      null,
      'Active',
      'Paused',
      'Cancelled',
    ]);
  });
});

describe('the consequences of a role change', () => {
  const customer = { role: 'customer', totalPickups: 0, hasSubscription: false } as const;

  it('are empty when nothing is lost', () => {
    expect(roleConsequences({ ...customer, role: 'driver' }, 'driver', false)).toEqual([]);
    expect(roleConsequences(customer, 'driver', false)).toEqual([]);
  });

  it("cover open stops, bookings and one's own account", () => {
    expect(roleConsequences({ ...customer, role: 'driver' }, 'customer', false).join()).toContain('back to pending');
    expect(roleConsequences({ ...customer, totalPickups: 1 }, 'driver', false).join()).toContain('bookings remain');
    expect(roleConsequences({ ...customer, hasSubscription: true }, 'admin', false)).toHaveLength(1);
    expect(roleConsequences({ ...customer, role: 'admin' }, 'driver', true).join()).toContain('your own account');
  });

  it('are followed by a confirmation', () => {
    expect(roleChangedText('marcus', 'driver', false)).toBe('marcus is now a driver.');
    expect(roleChangedText('marcus', 'admin', false)).toBe('marcus is now an admin.');
    expect(roleChangedText('marcus', 'customer', true)).toBe('You are now a customer.');
  });
});

describe('the changes of an account', () => {
  it("are offered by its state, and never for one's own", () => {
    expect(stateChangesOf({ isActive: true, twoFactorEnabled: true }, false)).toEqual(['reset-factor', 'deactivate']);
    expect(stateChangesOf({ isActive: false, twoFactorEnabled: false }, false)).toEqual(['reactivate']);
    expect(stateChangesOf({}, false)).toEqual(['deactivate']);
    expect(stateChangesOf({ isActive: true, twoFactorEnabled: true }, true)).toEqual([]);
  });

  it("say what happens to a driver's stops", () => {
    expect(stateWords.deactivate.consequences({ role: 'driver' })).toContain('back to pending');
    expect(stateWords.deactivate.consequences({ role: 'admin' })).not.toContain('stops');
  });
});
