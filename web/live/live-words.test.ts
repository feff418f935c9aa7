import { expect, test } from 'vitest';
import type { LiveDay } from '../../contract/pickups/live.ts';
import { liveWords } from './live-words.ts';

const day: LiveDay = {
  ...{ state: 'planned', pickupId: '', day: '2026-11-21', window: null, stopsBefore: null, area: '' },
  ...{ completedAt: null, reason: null, photo: null },
};
const words = (facts: Partial<LiveDay>) => Object.values(liveWords({ ...day, ...facts })).join(': ');

test.each<[Partial<LiveDay>, string]>([
  [{}, 'Saturday, November 21: Please have your bags out by 7 AM.'],
  [
    { window: '8:00 AM – 10:00 AM' },
    'Saturday, November 21: Between 8:00 AM and 10:00 AM. Please have your bags out by 7 AM.',
  ],
  [
    { window: '6:30 AM – 8:30 AM' },
    'Saturday, November 21: Between 6:30 AM and 8:30 AM. Please have your bags out by 6:30 AM.',
  ],
  [{ state: 'on_route', stopsBefore: 4 }, '4 stops before yours: Your driver is on the way.'],
  [
    { state: 'on_route', stopsBefore: 1, window: '8:00 AM – 10:00 AM' },
    '1 stop before yours: Your driver is on the way. Between 8:00 AM and 10:00 AM.',
  ],
  [{ state: 'next', stopsBefore: 0 }, "You're next: Your pickup is the driver's next stop."],
  [{ state: 'done', completedAt: '2026-11-21T14:41:00.000Z' }, 'Done: We picked up your bags at 9:41 AM.'],
  [
    { state: 'not_done', reason: 'not-out' },
    "We couldn't finish this pickup: We didn't find any bags out for your pickup on Saturday, November 21. Open your pickup to see what you can do next.",
  ],
  [{ state: 'issue' }, "There's a problem with this pickup: We're looking into it."],
  [{ state: 'cancelled' }, 'Cancelled: This pickup was cancelled, so nobody will come.'],
  [{ state: 'moved' }, 'Moved to Saturday, November 21: Please have your bags out by 7 AM.'],
  [{ state: 'moved', day: null }, "Moved to a day to be set: We'll let you know the day."],
  [{ state: 'on_hold' }, "On hold: This pickup isn't confirmed yet. Open it in your account to see what's missing."],
  [
    { state: 'late' },
    "Not done yet: This pickup was due on Saturday, November 21, and isn't marked as done. If you're still waiting, please call us.",
  ],
])('says of %o: %s', (facts, expected) => expect(words(facts)).toBe(expected));
