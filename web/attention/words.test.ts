import { expect, test } from 'vitest';
import type { AttentionItem } from '../../contract/attention.ts';
import type { MissedDetails } from '../../contract/pickups/missed.ts';
import { boardOf, customerPathOf, kindWords, needText, whenText } from './words.ts';

const now = new Date('2026-11-23T15:00:00Z');
const person = (firstName: string) => ({
  id: firstName,
  username: `${firstName}_1`,
  firstName,
  lastName: null,
  phone: null,
});
const item = (more: Partial<AttentionItem>, pickup: object = {}) =>
  ({
    ...{ kind: 'problem', at: '2026-11-23T14:05:00Z', day: '2026-11-23', customer: null, driver: null, holder: null },
    ...{ amount: null, load: null, lateWork: [], pickup: { id: 'p', status: 'incomplete', ...pickup }, ...more },
  }) as AttentionItem;
const what = (one: AttentionItem) => kindWords[one.kind].what(one, now);

test('says a problem with its reason and note', () => {
  expect(what(item({}, { incompleteReason: 'no-access', driverNotes: 'Gate' }))).toBe('No access: “Gate”');
  expect(what(item({}, { status: 'issue' }))).toBe('Issue');
});

test("says what keeps an ended plan's credit, and what that means for the customer", () => {
  const stuck = { kind: 'stuck-credit', amount: '8.75', pickup: null } as const;
  const text = "$8.75 not returned yet, so the customer can't buy another plan.";
  expect(what(item({ ...stuck, reason: 'The invoice is open.' }))).toBe(`${text} The invoice is open.`);
  expect(what(item(stuck))).toBe(text);
});

test('says which ZIP code is not served, and that a plan is there', () => {
  const unserved = { kind: 'unserved', zip: '19380' } as const;
  expect(what(item(unserved))).toBe("19380 isn't in any of your active areas.");
  expect(what(item({ ...unserved, zip: null, pickup: null }))).toBe('The address has no ZIP code we can read (plan).');
});

test('says who sent what after a stop was taken away', () => {
  const late = {
    kind: 'done-by-both',
    driver: person('Ann'),
    lateWork: ['complete', 'photo'],
  } satisfies Partial<AttentionItem>;
  const by = (more: Partial<AttentionItem>, pickup: object) => what(item({ ...late, ...more }, pickup));
  expect(by({ holder: person('Bob') }, { status: 'assigned', driverId: 'Bob' })).toBe(
    'Ann completed it, sent a photo after it went to Bob',
  );
  expect(by({ holder: person('Bob') }, { status: 'completed', driverId: 'Bob' })).toMatch(/; both completed it$/);
  expect(by({}, { status: 'cancelled', driverId: 'Ann' })).toMatch(/after it was cancelled$/);
  expect(by({}, { status: 'pending', driverId: null })).toMatch(/after it was taken off the route$/);
  const moved = { status: 'assigned', driverId: 'Ann', scheduledDate: '2026-11-24T14:00:00Z' };
  expect(by({}, moved)).toMatch(/after it was moved to Tomorrow$/);
});

test('says how long a day is and what money is missing', () => {
  const load = { minutes: 620, shiftMinutes: 480, stops: 62 };
  expect(what(item({ kind: 'overload', load }))).toBe('10 h 20 min of work, shift 8 h, 62 stops');
  expect(what(item({ kind: 'refund-failed', amount: '12.50' }))).toBe('$12.50 not returned yet.');
});

test('shows a time of today, else a day, and the service day for kinds that use it', () => {
  expect(whenText(item({}), now)).toBe('9:05 AM');
  expect(whenText(item({ at: '2026-11-20T14:05:00Z' }), now)).toBe('Fri, Nov 20');
  expect(whenText(item({ kind: 'overdue', day: '2026-11-20' }), now)).toBe('Fri, Nov 20');
  const missed = { decideBy: '2026-11-20T14:05:00Z' } as MissedDetails;
  expect(whenText(item({ kind: 'missed', missed }), now)).toBe('Overdue since Fri, Nov 20, 9:05 AM');
});

test('opens a long day on the board, at its driver', () => {
  const long = item({ kind: 'overload', day: '2026-11-24', driver: person('Ray') });
  expect(boardOf(long)).toEqual({ day: '2026-11-24', driver: 'Ray' });
  expect(boardOf(item({ kind: 'overdue', day: '2026-11-24', driver: person('Ray') }))).toBeNull();
  expect(customerPathOf(item({ customer: person('Ann') }))).toBe('/admin/customers/Ann');
  expect(customerPathOf(item({}))).toBeNull();
});

test('writes counts', () => {
  expect([needText('1'), needText('12')]).toEqual(['1 needs attention', '12 need attention']);
});

test('names the address that refuses email, and leads to its customer', () => {
  const refused = item({ kind: 'email-refused', customer: person('Ann'), email: 'ann@kerb.example', day: null });
  expect(what(refused)).toBe('Email to ann@kerb.example came back. Ask the customer for another address.');
  expect(customerPathOf(refused)).toBe('/admin/customers/Ann');
  expect(whenText(refused, now)).toBe('9:05 AM');
});

test('says since when there is no good backup, and why', () => {
  const newestAt = '2026-11-22T07:30:00Z';
  const failure = 'The disk is full: /backups/one.part could not be written.';
  const backup = (more: Partial<AttentionItem['backup']>) =>
    what(item({ kind: 'backup', pickup: null, backup: { problem: 'overdue', newestAt, failure, ...more } }));
  expect(backup({})).toBe(`No good backup since Sun, Nov 22, 2:30 AM. ${failure}`);
  expect(backup({ newestAt: null, failure: null })).toBe(
    'No backup has been made yet. None was begun since: check that a server with BACKUP_DIR runs.',
  );
  expect(backup({ problem: 'not-copied', failure: 'It was not copied: the bucket refused with 503.' })).toBe(
    "The newest backup isn't in the bucket. It was not copied: the bucket refused with 503.",
  );
});
