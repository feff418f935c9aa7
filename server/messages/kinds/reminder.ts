import { isOpenStatus } from '../../../contract/pickups.ts';
import { type ChangeOptions, changeOptionsOf, lateRefundText } from '../../../contract/values/change-policy.ts';
import { clockText, dateKeyOf, wallTimeOf } from '../../../contract/values/time/dates.ts';
import { curbTimeOf, readPickupWindow, spokenTime } from '../../../contract/values/time/pickup-window.ts';
import { changeFactsOf } from '../../pickups/change-terms.ts';
import type { Facts, PickupKind } from './kind.ts';
import { linkToPickup, longDay, whatToPutOut } from './phrases.ts';

/**
 * Reminds a customer on the evening before a pickup: where it is, what to put out by when, and until when it can be
 * changed.
 */
export const reminder: PickupKind = {
  // Notifications and texts have one link: the pickup's page, where it can be changed.
  liveLinkBy: ['email'],
  isHeldAtNight: true,
  isBulk: true,
  whyUntrue: ({ message: { revision: day }, pickup, now }) => {
    if (!isOpenStatus(pickup.status)) return `the pickup is ${pickup.status}`;
    if (pickup.scheduledDay !== day) return 'the pickup has another date';
    if (pickup.heldAt !== null) return 'the pickup is held until it is paid';
    return dateKeyOf(now) < day ? null : 'its day has begun';
  },
  words: (facts) => {
    const { pickup } = facts;
    const day = longDay(pickup);
    const window = pickup.pickupWindow === null ? null : windowInWords(pickup.pickupWindow);
    const curb = window?.curbTime ?? '7 AM';
    const arrival = window ? `We plan to come ${window.words}. ` : '';
    const changes = changesText(facts);
    return {
      subject: `Your pickup is tomorrow, ${day}`,
      paragraphs: [
        `We're picking up ${whatToPutOut(pickup)} at ${pickup.address} tomorrow, ${day}.`,
        `${arrival}Please have your bags out by ${curb}.`,
        ...(changes === null ? [] : [changes]),
      ],
      button: linkToPickup(facts),
      ...(facts.liveUrl && {
        link: { label: 'See how far we are on the day, without signing in', url: facts.liveUrl },
      }),
      short: `Your pickup is tomorrow, ${day}${window ? `, ${window.words}` : ''}. Please have your bags out by ${curb}.`,
    };
  },
};

/**
 * Returns the sentence that says which changes are still possible, and until when; null when none is. On the evening
 * before, no route of the day has started.
 */
function changesText({ pickup, settings, now }: Facts): string | null {
  const facts = changeFactsOf({ clock: () => now, settings }, pickup, { hasStarted: false, stopsAhead: null });
  const options = changeOptionsOf(facts);
  if (options.until === null || (!options.canMove && !options.canCancel)) return null;
  const on = dateKeyOf(options.until) === dateKeyOf(now) ? 'today' : 'tomorrow';
  const until = `until ${clockText(wallTimeOf(options.until))} ${on}`;
  if (facts.isPlanStop) return `You can move or skip this visit ${until}.`;
  return `${optionsText(options)} ${until}${options.phase === 'late' ? ", or until your driver's route starts" : ''}.`;
}

function optionsText({ canMove, refundPercent }: ChangeOptions): string {
  const cancel = `cancel it ${lateRefundText({ lateRefundPercent: refundPercent })}`;
  return canMove ? `You can move it for free, or ${cancel},` : `You can still ${cancel}`;
}

/**
 * Puts a promised window ("8:00 AM – 10:00 AM") into words: "between 8 and 10 AM" or "between 11 AM and 1 PM".
 * `curbTime` is when bags must be out. Returns null for any other text.
 */
export function windowInWords(pickupWindow: string): { words: string; curbTime: string } | null {
  const window = readPickupWindow(pickupWindow);
  if (window === null) return null;
  const [from, to] = [spokenTime(window.from), spokenTime(window.to)];
  const begin = from.slice(-2) === to.slice(-2) ? from.slice(0, -' AM'.length) : from;
  return { words: `between ${begin} and ${to}`, curbTime: spokenTime(curbTimeOf(window)) };
}
