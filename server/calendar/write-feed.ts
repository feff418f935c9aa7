import { TZDate } from '@date-fns/tz';
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { serviceTimeZone } from '../../contract/values/time/dates.ts';
import type { Settings } from '../settings/settings.ts';
import { type EventFacts, eventOf } from './event-rules.ts';

/** How often a calendar app should ask. Many ask less often, Google about once a day. */
const refreshSeconds = 60 * 60;

/** New York's daylight saving rules since 2007. Feeds contain no earlier days. */
const timeZoneText = `BEGIN:VTIMEZONE
TZID:America/New_York
BEGIN:DAYLIGHT
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
TZNAME:EDT
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
TZNAME:EST
END:STANDARD
END:VTIMEZONE`;

/** Writes a customer's events as iCalendar (RFC 5545, RFC 7986). The same events always give the same text. */
export function writeFeed(
  { brandName, appUrl }: Pick<Settings, 'brandName' | 'appUrl'>,
  events: readonly EventFacts[],
): string {
  // The library doesn't escape the calendar's name and product id.
  const brand = brandName.replace(/[^\p{L}\p{N} &'.-]/gu, '');
  const calendar = ical({
    name: `${brand} pickups`,
    prodId: { company: brand, product: 'Pickups', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    // Only the events have the time zone. With one for the calendar, the library would write their DTSTAMP, CREATED and
    // LAST-MODIFIED in local time, where RFC 5545 (3.8.7) asks for UTC.
    timezone: { name: null, generator: () => timeZoneText },
    ttl: refreshSeconds,
  });
  for (const facts of events) {
    const { start, end, status, summary, description, sequence } = eventOf(facts);
    calendar.createEvent({
      id: `${facts.uid}@${new URL(appUrl).hostname}`,
      sequence,
      stamp: facts.changedAt,
      lastModified: facts.changedAt,
      created: facts.createdAt,
      // The library uses the wall time of a TZDate. For a Date it would use the time zone of this machine.
      start: new TZDate(start, serviceTimeZone),
      end: new TZDate(end, serviceTimeZone),
      timezone: serviceTimeZone,
      status: ICalEventStatus[status],
      // The time stays free, because nobody has to be at home.
      transparency: ICalEventTransparency.TRANSPARENT,
      ...{ summary, description, location: facts.address },
      url: `${appUrl}${facts.path}`,
    });
  }
  return `${calendar.toString()}\r\n`;
}
