import { describe, expect, it } from 'vitest';
import { type AuditAction, type AuditEntry, type AuditSubject, auditActions } from '../../contract/audit.ts';
import { historyLineOf, historyTimeText } from './history-list-words.ts';

const entry = (action: AuditAction, details: Record<string, string> = {}): AuditEntry => ({
  id: '01a1fdf9-2b6e-7cc1-9d01-5f0e3f2a91bc',
  at: '2026-11-21T02:12:00.000Z',
  action,
  actorUsername: 'dispatch',
  actorRole: 'admin',
  details,
});
const said = (action: AuditAction, details?: Record<string, string>, subject: AuditSubject = 'pickup') => {
  const { who, did } = historyLineOf(entry(action, details), subject);
  return `${who} ${did}`;
};

describe('historyLineOf', () => {
  it('names the dispatcher and the driver of an assignment', () => {
    expect(said('assigned', { driver: 'driver-one' })).toBe('dispatch assigned it to driver-one');
    expect(said('assigned', { driver: 'driver-one', before: 'driver-two' })).toBe(
      'dispatch moved it from driver-two to driver-one',
    );
  });

  it('gives both days and the reason of a reschedule', () => {
    const days = { from: 'Mon, Nov 23', to: 'Fri, Nov 27' };
    expect(said('rescheduled', { ...days, reason: 'Snow' })).toBe(
      'dispatch rescheduled it from Mon, Nov 23 to Fri, Nov 27: Snow',
    );
    expect(said('rescheduled', days, 'subscription')).toBe(
      'dispatch rescheduled a pickup from Mon, Nov 23 to Fri, Nov 27',
    );
    expect(said('rescheduled', { from: 'Mon, Nov 23', to: 'Mon, Nov 23' })).toBe(
      'dispatch rescheduled it to another time on Mon, Nov 23',
    );
  });

  it('names the changes of an area and of the settings', () => {
    expect(
      said(
        'area_changed',
        { name: 'South to West', state: 'closed to open', added: '19104', removed: '19147' },
        'area',
      ),
    ).toBe('dispatch changed the name from South to West and it from closed to open, added 19104 and removed 19147');
    expect(said('area_added', { name: 'West', added: '19104' }, 'area')).toBe(
      'dispatch added the area West with 19104',
    );
    expect(said('settings_changed', { changeCutoff: '18:00 to 17:00', law: 'nothing to PA' }, 'settings')).toBe(
      'dispatch changed the cut-off from 18:00 to 17:00 and the text on law from nothing to PA',
    );
  });

  it('names the changes of a disposal site and of a truck', () => {
    expect(said('site_added', { name: 'Grays Ferry', hours: 'always open' }, 'site')).toBe(
      'dispatch added the disposal site Grays Ferry, always open',
    );
    expect(said('site_changed', { minutes: '20 to 25', state: 'on to off' }, 'site')).toBe(
      'dispatch changed the minutes there from 20 to 25 and switched it off',
    );
    expect(said('site_changed', { state: 'off to on' }, 'site')).toBe('dispatch switched it on');
    expect(said('truck_changed', { bags: '120 to 200', pause: 'none to 30 minutes' }, 'user')).toBe(
      'dispatch changed the truck: bags from 120 to 200 and pause from none to 30 minutes',
    );
  });

  it('gives the refunded amount and the new role', () => {
    expect(said('cancelled')).toBe('dispatch cancelled it');
    expect(said('cancelled', { refund: '$45.00' })).toBe('dispatch cancelled it with a refund of $45.00');
    expect(said('role_changed', { from: 'customer', to: 'driver' }, 'user')).toBe(
      'dispatch changed the role from customer to driver',
    );
  });

  it("covers the driver's reason, note and photos", () => {
    expect(said('incomplete', { reason: 'No access', note: 'Gate locked' })).toBe(
      'dispatch marked it incomplete: No access, Gate locked',
    );
    expect(said('incomplete')).toBe('dispatch marked it incomplete');
    expect(said('noted', { note: 'Behind the shed' })).toBe('dispatch noted: Behind the shed');
    expect(said('noted')).toBe('dispatch removed the note');
    expect(said('photographed', { moment: 'before' })).toBe('dispatch added the before photo');
  });

  it('says what was undone and why', () => {
    expect(said('issue', { note: 'Bags torn' })).toBe('dispatch reported an issue: Bags torn');
    expect(said('undone', { was: 'Completed' })).toBe('dispatch undid “Completed”; it is scheduled again');
    expect(said('reopened', { reason: 'Wrong house' })).toBe('dispatch reopened it: Wrong house');
  });

  it('lists the edited fields', () => {
    expect(said('edited', { bags: '6 to 8' })).toBe('dispatch changed the bag limit from 6 to 8');
    expect(said('edited', { 'next plan': 'none to Basic Package on Friday from Fri, Dec 25' })).toBe(
      'dispatch changed the plan of the next month from none to Basic Package on Friday from Fri, Dec 25',
    );
    expect(said('edited', { days: 'Friday to Monday and Thursday' })).toBe(
      'dispatch changed the service days from Friday to Monday and Thursday',
    );
    expect(said('edited', { bags: '6 to 8', price: '$60.00 to $75.00', package: 'Clean & Carry to Heavy Duty' })).toBe(
      'dispatch changed the package from Clean & Carry to Heavy Duty, the price from $60.00 to $75.00 and the bag limit from 6 to 8',
    );
  });

  it('names the outcome of the visits of a plan', () => {
    const hold = said('put_on_hold', { from: 'Wed, Nov 25', until: 'Wed, Dec 23' }, 'subscription');
    expect(hold).toBe('dispatch put it on hold from Wed, Nov 25 to Wed, Dec 23');
    expect(said('hold_ended', { on: 'Thu, Dec 3', until: 'Wed, Dec 23' }, 'subscription')).toBe(
      'dispatch ended the hold early, on Thu, Dec 3 instead of Wed, Dec 23',
    );
    expect(said('skipped', { visit: 'Mon, Nov 30' }, 'subscription')).toBe('dispatch skipped a visit on Mon, Nov 30');
  });

  it('says where a sign-in came from, and who it was only if that is known', () => {
    const place = { device: 'Chrome on Windows', ip: '203.0.113.9' };
    expect(said('signed_in', place, 'user')).toBe('dispatch signed in with Chrome on Windows (203.0.113.9)');
    expect(said('signed_in', { device: 'Unknown device' }, 'user')).toBe('dispatch signed in with an unknown device');
    const failed = historyLineOf({ ...entry('sign_in_failed', place), actorUsername: null }, 'user');
    expect(failed).toEqual({
      who: 'Someone',
      did: 'failed to sign in with Chrome on Windows (203.0.113.9)',
    });
    expect(said('sign_in_failed', { at: 'settings' }, 'user')).toBe('dispatch entered a wrong current password');
    expect(said('sessions_ended', { device: 'Safari on iPhone' }, 'user')).toBe('dispatch signed out Safari on iPhone');
    expect(said('sessions_ended', { count: '1' }, 'user')).toBe('dispatch signed out 1 device');
    expect(said('sessions_ended', { count: '3' }, 'user')).toBe('dispatch signed out 3 devices');
  });

  it('names changes of an account', () => {
    expect(said('password_changed', { by: 'owner' }, 'user')).toBe('dispatch changed the password');
    expect(said('password_changed', { by: 'link' }, 'user')).toBe('dispatch changed the password with an emailed link');
    expect(said('email_changed', { from: 'a@b.example', to: 'c@d.example' }, 'user')).toBe(
      'dispatch changed the email from a@b.example to c@d.example',
    );
    expect(said('viewed', {}, 'user')).toBe('dispatch viewed this customer');
  });

  it('names the system for automatic actions, and covers every action without details', () => {
    expect(historyLineOf({ ...entry('completed'), actorUsername: null }, 'pickup').who).toBe('The system');
    for (const action of auditActions) expect(said(action)).not.toMatch(/undefined|null/);
  });
});

it('shows the time in New York, with the year if it is not the current one', () => {
  const plain = (instant: string) => historyTimeText(instant, new Date('2026-11-21T12:00:00Z')).replace(/\s/g, ' ');
  expect(plain('2026-11-21T02:12:00.000Z')).toBe('Nov 20, 9:12 PM');
  expect(plain('2026-01-01T02:12:00.000Z')).toBe('Dec 31, 2025, 9:12 PM');
});
