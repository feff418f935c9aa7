import { channels } from '../../../contract/messages/messages.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { Facts, PickupKind } from './kind.ts';
import { linkToLiveDay } from './phrases.ts';

/** A message is dropped this long after the press, because the wait that it names would be wrong. */
const longestMs = 20 * 60_000;
/** The notification expires after this time. Otherwise a phone that was off could ring after the truck is gone. */
const urgentForSeconds = 10 * 60;

/** Tells a customer that the driver is a few stops away. */
export const next: PickupKind = {
  liveLinkBy: channels,
  // The driver is coming now. The notification and the text ring, so quiet hours hold them, and in the morning they are
  // no longer true.
  isHeldAtNight: false,
  urgentForSeconds,
  whyUntrue: ({ message: { revision: day, details }, pickup, now }) => {
    if (pickup.status !== 'assigned') return `the pickup is ${pickup.status}`;
    if (pickup.scheduledDay !== day || dateKeyOf(now) !== day) return 'the pickup has another date';
    if (pickup.driverId !== details.driverId) return 'another driver has it';
    const isOld = now.getTime() - Date.parse(details.pressedAt ?? '') > longestMs;
    return isOld ? "the driver's last stop is too long ago" : null;
  },
  words: (facts) => {
    const { address } = facts.pickup;
    const [near, sentence, short] = nearTexts(facts);
    return {
      subject: near,
      paragraphs: [sentence, `We're coming to ${address}. Please have your bags out now.`],
      button: linkToLiveDay(facts),
      notes: ['Times are estimates. They change with traffic and with the stops before yours.'],
      // Leaves out `near`, because a notification's title already says it.
      short: `${short} Please have your bags out now.`,
    };
  },
};

function nearTexts({ message: { details } }: Facts): [near: string, sentence: string, short: string] {
  const { minutes, stopsBefore } = details;
  const stops = Number(stopsBefore ?? 0);
  const before = stops === 1 ? '1 stop' : `${stops} stops`;
  const sentence = stops === 0 ? "Your pickup is your driver's next stop." : `Your driver has ${before} before yours.`;
  const near = stops === 0 ? "You're next" : 'Almost your turn';
  if (minutes) return [`${near}: about ${minutes} minutes`, sentence, `Your driver is about ${minutes} minutes away.`];
  return [stops === 0 ? near : `${near}: ${before} before yours`, sentence, sentence];
}
