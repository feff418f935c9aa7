import { execFileSync } from 'node:child_process';
import ICAL from 'ical.js';
import { describe, expect, it, test } from 'vitest';
import { instantOf } from '../../contract/values/time/dates.ts';
import type { EventFacts } from './event-rules.ts';
import { eventOf } from './event-rules.ts';
import { writeFeed } from './write-feed.ts';

const pickup: EventFacts = {
  ...{
    uid: 'pickup-0198c0de-0000-7000-8000-000000000001',
    path: '/pickup-history/0198c0de-0000-7000-8000-000000000001',
  },
  ...{ status: 'assigned', day: '2026-11-21', pickupWindow: null, isPlanOnHold: false },
  ...{ address: '1127 S 9th St, Philadelphia, PA 19147', bagCount: 8, isOfPlan: false, heldAt: null },
  ...{ createdAt: new Date('2026-11-10T12:00:00Z'), changedAt: new Date('2026-11-10T12:00:00Z') },
};
const settings = { brandName: 'Stoop', appUrl: 'https://stoop.example' };
const textOf = (...pickups: Partial<EventFacts>[]) =>
  writeFeed(
    settings,
    pickups.map((facts) => ({ ...pickup, ...facts })),
  );

/** Parses a feed with a different library from the one that wrote it. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone') as ICAL.Component);
  const events = calendar.getAllSubcomponents('vevent').map((event) => {
    const at = (name: string) => {
      const time = event.getFirstPropertyValue(name) as ICAL.Time;
      expect(event.getFirstProperty(name)?.getParameter('tzid')).toBe('America/New_York');
      time.zone = zone;
      return time.toJSDate();
    };
    return {
      start: at('dtstart'),
      end: at('dtend'),
      ...Object.fromEntries(
        ['uid', 'sequence', 'status', 'summary', 'description', 'location', 'url'].map((name) => [
          name,
          event.getFirstPropertyValue(name),
        ]),
      ),
    };
  });
  return { calendar, events };
}

describe('a feed, read with another library', () => {
  it('has a pickup with its window, address and page', () => {
    const { events } = read(textOf({ pickupWindow: '11:00 AM – 1:00 PM', isOfPlan: true }));
    expect(events).toEqual([
      {
        start: instantOf('2026-11-21', '11:00'),
        end: instantOf('2026-11-21', '13:00'),
        uid: 'pickup-0198c0de-0000-7000-8000-000000000001@stoop.example',
        sequence: 27_086_400,
        status: 'CONFIRMED',
        summary: 'Trash pickup',
        description: 'Up to 8 bags at 1127 S 9th St, Philadelphia, PA 19147. Please have your bags out by 7 AM.',
        location: '1127 S 9th St, Philadelphia, PA 19147',
        url: 'https://stoop.example/pickup-history/0198c0de-0000-7000-8000-000000000001',
      },
    ]);
  });

  // The clocks go back on November 1, 2026 and forward on March 14, 2027.
  it.each(['2026-10-31', '2026-11-01', '2026-11-02', '2027-03-13', '2027-03-14', '2027-03-15', '2027-07-01'])(
    'has the right instants on %s',
    (day) => {
      const [window, plain] = read(textOf({ day, pickupWindow: '8:00 AM – 10:00 AM' }, { day })).events;
      expect(window).toMatchObject({ start: instantOf(day, '08:00'), end: instantOf(day, '10:00') });
      expect(plain).toMatchObject({ start: instantOf(day, '07:00'), end: instantOf(day, '07:30') });
    },
  );

  it.each(['Asia/Tokyo', 'America/New_York', 'Pacific/Auckland'])(
    'has its own times in UTC on a machine in %s',
    (TZ) => {
      const changes = { createdAt: '2026-11-10T22:30:00Z', changedAt: '2026-12-01T03:00:00Z' };
      const script = `
      const { writeFeed } = await import(${JSON.stringify(new URL('write-feed.ts', import.meta.url).href)});
      const facts = ${JSON.stringify({ ...pickup, ...changes })};
      const instants = { createdAt: new Date(facts.createdAt), changedAt: new Date(facts.changedAt) };
      console.log(writeFeed(${JSON.stringify(settings)}, [{ ...facts, ...instants }]));`;
      const text = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
        env: { ...process.env, TZ },
        encoding: 'utf8',
      });
      const lines = text.split(/\r?\n/);
      expect(lines).toContain('DTSTAMP:20261201T030000Z');
      expect(lines).toContain('LAST-MODIFIED:20261201T030000Z');
      expect(lines).toContain('CREATED:20261110T223000Z');
      expect(lines).toContain('DTSTART;TZID=America/New_York:20261121T070000');
    },
  );

  it('says how often to ask again', () => {
    const { calendar } = read(textOf({}));
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H');
    expect(String(calendar.getFirstPropertyValue('x-published-ttl'))).toBe('PT1H');
  });

  it('is a calendar without pickups', () => expect(read(textOf()).events).toEqual([]));

  it('survives every character of an address, in lines of at most 75 bytes', () => {
    const address = `12 "Rue" d'Été; Apt 4, back\\yard 🏡 ${'Straße '.repeat(20)}, Philadelphia, PA 19147`;
    const text = textOf({ address });
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(read(text).events[0]).toMatchObject({ location: address });
  });

  it('is the same text for the same pickups', () =>
    expect(textOf({}, { day: '2026-12-01' })).toBe(textOf({}, { day: '2026-12-01' })));
});

test.each<[Partial<EventFacts>, string, string]>([
  [{ status: 'pending' }, 'CONFIRMED', 'Trash pickup: bags out by 7 AM'],
  [{ status: 'pending', heldAt: new Date() }, 'TENTATIVE', 'Trash pickup (on hold until it is paid)'],
  [{ status: 'completed' }, 'CONFIRMED', 'Trash pickup (done)'],
  [{ status: 'incomplete' }, 'CONFIRMED', 'Trash pickup (not done)'],
  [{ status: 'issue' }, 'CONFIRMED', 'Trash pickup (not done)'],
  [{ status: 'cancelled', heldAt: new Date() }, 'CANCELLED', 'Trash pickup (cancelled)'],
  [{ status: 'cancelled', isPlanOnHold: true }, 'CANCELLED', 'Trash pickup (plan on hold)'],
])('%o is %s: %s', (facts, status, summary) => {
  expect(eventOf({ ...pickup, ...facts })).toMatchObject({ status, summary });
});

test('the sequence grows with every change, and fits 32 bits until 2094', () => {
  const at = (instant: string) => eventOf({ ...pickup, changedAt: new Date(instant) }).sequence;
  expect(at('2026-11-10T12:00:01Z')).toBe(at('2026-11-10T12:00:00.999Z') + 1);
  expect(at('2093-12-31T23:59:59Z')).toBeLessThan(2 ** 31);
});

test.each([
  ['12:00 PM – 2:00 PM', '12:00', '14:00'],
  ['6:30 AM – 8:30 AM', '06:30', '08:30'],
  ['10:00 PM – 12:00 AM', '07:00', '07:30'],
  ['soon', '07:00', '07:30'],
])('a window of %s is from %s to %s', (pickupWindow, from, to) => {
  const { start, end } = eventOf({ ...pickup, pickupWindow });
  expect([start, end]).toEqual([instantOf(pickup.day, from), instantOf(pickup.day, to)]);
});
