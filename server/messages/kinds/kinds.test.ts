import { describe, expect, it } from 'vitest';
import type { PickupMessageKind } from '../../../contract/messages/messages.ts';
import { instantOf } from '../../../contract/values/time/dates.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import { readSettings } from '../../settings/settings.ts';
import type { MessageDetails } from '../message.ts';
import { pickupKinds } from './kinds.ts';
import { windowInWords } from './reminder.ts';

const settings = readSettings({ DATABASE_URL: 'postgres://127.0.0.1/none' }, []);
const day = '2026-11-25';
const scheduledDate = instantOf(day, '09:00');
const booked = {
  ...{
    id: 'pickup-1',
    customerId: 'customer-1',
    address: '1127 S 9th St',
    bagCount: 3,
    subscriptionId: null,
    heldAt: null,
  },
  ...{ status: 'assigned', scheduledDate, scheduledDay: day, pickupWindow: '8:00 AM – 10:00 AM', completedAt: null },
  ...{ createdAt: instantOf('2026-11-20', '09:00'), changeCutoff: '18:00', lateRefundPercent: 50 },
} as PickupRow;

function about(
  kind: PickupMessageKind,
  pickup: Partial<PickupRow> = {},
  {
    details = {},
    now = instantOf('2026-11-24', '17:00'),
    liveUrl = null,
  }: { details?: MessageDetails; now?: Date; liveUrl?: string | null } = {},
) {
  const message = {
    id: 'm',
    kind,
    channel: 'email' as const,
    subjectId: 'pickup-1',
    recipientId: 'customer-1',
    revision: day,
    details,
  };
  const facts = { message, pickup: { ...booked, ...pickup }, settings, now, liveUrl };
  const { whyUntrue, words } = pickupKinds[kind];
  return { why: whyUntrue(facts), text: () => words(facts).paragraphs.join('\n'), words: () => words(facts) };
}

describe('a reminder', () => {
  it('names the address, the bags, the window, the curb time and the cut-off', () => {
    const { why, words } = about('reminder');
    expect(why).toBeNull();
    expect(words()).toMatchObject({
      subject: 'Your pickup is tomorrow, Wednesday, November 25',
      paragraphs: [
        "We're picking up 3 bags at 1127 S 9th St tomorrow, Wednesday, November 25.",
        'We plan to come between 8 and 10 AM. Please have your bags out by 7 AM.',
        'You can move it for free, or cancel it for a full refund, until 6:00 PM today.',
      ],
      button: { url: `${settings.appUrl}/pickup-history/pickup-1` },
      short: 'Your pickup is tomorrow, Wednesday, November 25, between 8 and 10 AM. Please have your bags out by 7 AM.',
    });
  });

  it("has the link to the day beside the pickup's, unless such links were ended", () => {
    expect(about('reminder').words().link).toBeUndefined();
    expect(about('reminder', {}, { liveUrl: 'https://live' }).words().link).toMatchObject({ url: 'https://live' });
  });

  it('asks for bags by 7 AM without a window', () => {
    const { paragraphs, short } = about('reminder', { pickupWindow: null }).words();
    expect(paragraphs[1]).toBe('Please have your bags out by 7 AM.');
    expect(short).not.toContain('between');
  });

  it('names only what can still be changed, at each minute', () => {
    const at = (time: string, ms: number, pickup: Partial<PickupRow> = {}) =>
      about('reminder', pickup, { now: new Date(instantOf('2026-11-24', time).getTime() + ms) }).text();
    expect(at('18:00', -1)).toContain('until 6:00 PM today');
    const late =
      "You can still cancel it for a 50% refund until 7:00 AM tomorrow, or until your driver's route starts.";
    expect(at('18:00', 0)).toContain(late);
    expect(at('18:00', 0, { lateRefundPercent: 0 })).toContain('cancel it without a refund until 7:00 AM');
    const plan = { subscriptionId: 'plan-1', bagCount: 6 };
    expect(at('18:00', -1, plan)).toContain('You can move or skip this visit until 6:00 PM today.');
    expect(at('18:00', -1, plan)).toContain('up to 6 bags');
    expect(at('18:00', 0, plan)).not.toContain('You can');
  });

  it.each([
    [{ status: 'cancelled' }, 'the pickup is cancelled'],
    [{ status: 'completed' }, 'the pickup is completed'],
    [{ scheduledDay: '2026-11-26' }, 'the pickup has another date'],
    [{ heldAt: scheduledDate }, 'the pickup is held until it is paid'],
    [{ status: 'pending' }, null],
  ] satisfies [Partial<PickupRow>, string | null][])('of %j is dropped because %s', (pickup, why) => {
    expect(about('reminder', pickup).why).toBe(why);
  });

  it('is true until midnight', () => {
    const midnight = instantOf(day, '00:00').getTime();
    expect(about('reminder', {}, { now: new Date(midnight - 1) }).why).toBeNull();
    expect(about('reminder', {}, { now: new Date(midnight) }).why).toBe('its day has begun');
  });
});

describe("you're next", () => {
  const now = instantOf(day, '09:00');
  const details = { driverId: 'driver-1', pressedAt: now.toISOString(), minutes: '20', stopsBefore: '2' };
  const next = (more: MessageDetails = {}, pickup: Partial<PickupRow> = {}, at = now) =>
    about(
      'next',
      { driverId: 'driver-1', ...pickup },
      { details: { ...details, ...more }, now: at, liveUrl: 'https://live' },
    );

  it('names the wait, or the stops before it, and links to the day', () => {
    expect(next().words()).toMatchObject({
      subject: 'Almost your turn: about 20 minutes',
      paragraphs: [
        'Your driver has 2 stops before yours.',
        "We're coming to 1127 S 9th St. Please have your bags out now.",
      ],
      button: { label: 'See how far we are', url: 'https://live' },
      short: 'Your driver is about 20 minutes away. Please have your bags out now.',
    });
    expect(next({ minutes: null }).words().short).toBe(
      'Your driver has 2 stops before yours. Please have your bags out now.',
    );
    expect(next({ minutes: null }).words().subject).toBe('Almost your turn: 2 stops before yours');
    expect(next({ minutes: null, stopsBefore: '0' }).words().subject).toBe("You're next");
  });

  it.each<[string | null, Partial<PickupRow>]>([
    [null, {}],
    ['the pickup is completed', { status: 'completed' }],
    ['the pickup has another date', { scheduledDay: '2026-11-26' }],
    ['another driver has it', { driverId: 'driver-2' }],
  ])('is dropped: %s', (why, pickup) => expect(next({}, pickup).why).toBe(why));

  it('is not sent 20 minutes later, and its email is not held at night', () => {
    expect(next({}, {}, instantOf(day, '09:20')).why).toBeNull();
    expect(next({}, {}, instantOf(day, '09:21')).why).toBe("the driver's last stop is too long ago");
    expect(pickupKinds.next.isHeldAtNight).toBe(false);
  });
});

describe('a new date', () => {
  const details = { scheduledDate: scheduledDate.toISOString(), reason: 'Snow.', actorId: 'staff' };

  it("is sent with the reason, and in other words after the customer's own move", () => {
    const { why, words } = about('changed', {}, { details });
    expect(why).toBeNull();
    expect(words()).toMatchObject({
      subject: 'Your pickup is now on Wednesday, November 25',
      paragraphs: [
        'Your pickup has a new date: Wednesday, November 25, 9:00 AM.',
        'Reason: Snow.',
        '3 bags at 1127 S 9th St. Please have them at the curb by 7 AM.',
      ],
      notes: ["If the new date doesn't work for you, please let us know."],
    });
    const own = about('changed', {}, { details: { ...details, reason: null, actorId: 'customer-1' } }).words();
    expect(own.notes).toEqual(["If you didn't move this pickup yourself, please let us know."]);
  });

  it('says to have the bags out now when it is the day itself after 7 AM, and names no time that has passed', () => {
    const at = (time: string) => {
      const { paragraphs, short } = about('changed', {}, { details, now: instantOf(day, time) }).words();
      return [paragraphs[0], paragraphs.at(-1), short];
    };
    expect(
      at('06:59')
        .join(' ')
        .match(/by 7 AM/g),
    ).toHaveLength(2);
    expect(at('07:00')).toEqual([
      'Your pickup has a new date: Wednesday, November 25, 9:00 AM.',
      '3 bags at 1127 S 9th St. Please have them at the curb now.',
      'Your pickup is now on Wednesday, November 25. Please have your bags at the curb now.',
    ]);
    expect(at('09:00')[0]).toBe('Your pickup has a new date: Wednesday, November 25.');
  });

  it('is dropped when there is another one, and when the pickup is not open', () => {
    expect(about('changed', { scheduledDate: instantOf(day, '10:00') }, { details }).why).toMatch(/another date/);
    expect(about('changed', { status: 'cancelled' }, { details }).why).toBe('the pickup is cancelled');
  });
});

describe('a cancellation', () => {
  it('names the refund, or that a skipped visit has none', () => {
    const cancelled = { status: 'cancelled' } as const;
    expect(about('cancelled', cancelled, { details: { refund: '22.50' } }).text()).toContain("We're refunding $22.50");
    expect(about('cancelled', cancelled, { details: { refund: null } }).text()).not.toContain('$');
    const skipped = about('cancelled', { ...cancelled, cancellationReason: 'Skipped by the customer' }).words();
    expect(skipped.subject).toBe('Your visit on Wednesday, November 25 is skipped');
    expect(skipped.paragraphs.join()).toContain("isn't refunded");
    expect(about('cancelled').why).toBe("the pickup isn't cancelled");
  });
});

describe('the outcome of a stop', () => {
  it('done is dropped when the completion was undone or is another one', () => {
    const completedAt = instantOf(day, '09:30');
    const details = { completedAt: completedAt.toISOString() };
    expect(about('done', { status: 'completed', completedAt }, { details }).why).toBeNull();
    expect(about('done', { status: 'assigned', completedAt: null }, { details }).why).toMatch(/undone/);
    const later = new Date(completedAt.getTime() + 1);
    expect(about('done', { status: 'completed', completedAt: later }, { details }).why).toMatch(/undone/);
  });

  it('not done says why and what happens next', () => {
    const details = { scheduledDate: scheduledDate.toISOString() };
    const notOut = about('not-done', { status: 'incomplete', incompleteReason: 'not-out' }, { details });
    expect(notOut.why).toBeNull();
    expect(notOut.text()).toContain("We didn't find any bags out for your pickup on Wednesday, November 25.");
    expect(notOut.text()).toContain('Open your pickup to see what you can do next.');
    expect(about('not-done', { status: 'issue' }, { details }).text()).toContain("We're looking into it.");
    expect(about('not-done', { status: 'assigned' }, { details }).why).toBe('the pickup is assigned');
  });
});

describe('what dispatchers are told', () => {
  it('a problem at a stop, with the reason and the note, until it is resolved', () => {
    const details = { scheduledDate: scheduledDate.toISOString() };
    const problem = { status: 'incomplete', incompleteReason: 'no-access', driverNotes: 'Locked' } as const;
    const { why, words } = about('new-problem', problem, { details });
    expect(why).toBeNull();
    expect(words()).toMatchObject({
      subject: 'Problem at 1127 S 9th St',
      paragraphs: [expect.stringContaining('at 1127 S 9th St, Wednesday, November 25.'), "The driver's note: Locked"],
      button: { url: `${settings.appUrl}/admin` },
    });
    expect(about('new-problem', { status: 'issue', driverNotes: null }, { details }).words().short).toMatch(
      /^Issue at /,
    );
    expect(about('new-problem', { status: 'assigned' }, { details }).why).toBe('the problem was resolved');
    expect(about('new-problem', problem, { details: { scheduledDate: null } }).why).toBe('the pickup has another date');
  });

  it('a same-day request, on its day, while it has no driver', () => {
    const now = instantOf(day, '10:00');
    const request = { status: 'pending' } as const;
    const { why, words } = about('same-day-request', request, { now });
    expect(why).toBeNull();
    expect(words().short).toBe('A customer has booked 3 bags at 1127 S 9th St for today. It has no driver yet.');
    expect(about('same-day-request', {}, { now }).why).toBe('the pickup is assigned');
    expect(about('same-day-request', request).why).toBe("the pickup isn't today");
    expect(about('same-day-request', { ...request, heldAt: now }, { now }).why).toMatch(/held/);
  });
});

describe('a window in words', () => {
  it.each([
    ['8:00 AM – 10:00 AM', 'between 8 and 10 AM', '7 AM'],
    ['8:30 AM – 10:30 AM', 'between 8:30 and 10:30 AM', '7 AM'],
    ['11:00 AM – 1:00 PM', 'between 11 AM and 1 PM', '7 AM'],
    ['12:00 PM – 2:00 PM', 'between 12 and 2 PM', '7 AM'],
    ['6:30 AM – 8:30 AM', 'between 6:30 and 8:30 AM', '6:30 AM'],
  ])('%s is %s, bags out by %s', (window, words, curbTime) => {
    expect(windowInWords(window)).toEqual({ words, curbTime });
  });

  it('is null for other texts', () => expect(windowInWords('morning')).toBeNull());
});
