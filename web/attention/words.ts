import type {
  AttentionItem,
  AttentionKind,
  AttentionPerson,
  BackupProblem,
  LateWorkKind,
} from '../../contract/attention.ts';
import { bagsText } from '../../contract/pickups.ts';
import { personName } from '../../contract/values/person-name.ts';
import { dateKeyOf } from '../../contract/values/time/dates.ts';
import { deadlineText, recordText } from '../missed/missed-words.ts';
import { dayText, incompleteReasonText, timeText } from '../pickups/pickup-words.ts';
import { ratingLine } from '../ratings/rating-words.ts';
import { durationText, stopsText } from '../routing/route-words.ts';
import { moneyText } from '../ui/text/money-text.ts';

interface KindWords {
  /** The heading of the kind, without its count. */
  readonly title: string;
  /** Shown in brick red: customers of today are waiting. */
  readonly isUrgent?: true;
  /** The problem, in one line. */
  readonly what: (item: AttentionItem, now: Date) => string;
  /** Whether the pickup's moves resolve it. */
  readonly offersMoves?: true;
  /** Whether a refund resolves it. */
  readonly offersRefund?: true;
}

/** The words and the actions of each kind. Calling and dismissing are offered for every kind. */
export const kindWords: Record<AttentionKind, KindWords> = {
  problem: {
    title: 'Problems at stops',
    isUrgent: true,
    offersMoves: true,
    what: ({ pickup }) => {
      const why = pickup?.status === 'issue' ? 'Issue' : incompleteReasonText(pickup?.incompleteReason);
      return pickup?.driverNotes ? `${why}: “${pickup.driverNotes}”` : why;
    },
  },
  missed: {
    title: 'Reported missed',
    isUrgent: true,
    what: ({ missed }, now) => {
      if (!missed) return 'Reported missed';
      return missed.message ? `“${missed.message}”` : recordText(missed.evidence, now);
    },
  },
  'done-by-both': {
    title: 'Completed by two drivers?',
    isUrgent: true,
    offersMoves: true,
    what: (item, now) => `${nameOf(item.driver, 'A driver')} ${lateWorkText(item.lateWork)} ${takenText(item, now)}`,
  },
  'same-day': {
    title: 'Same-day without a driver',
    isUrgent: true,
    offersMoves: true,
    what: ({ pickup }) => `${bagsText(pickup?.bagCount ?? 0)}, no driver yet`,
  },
  unpaid: {
    title: 'Booked by phone, not paid',
    offersMoves: true,
    what: ({ amount }) => `${moneyText(amount ?? '0.00')} not paid in time. It stays off the routes until it is paid.`,
  },
  overload: {
    title: 'Days over shift',
    what: ({ load }) =>
      load
        ? `${durationText(load.minutes)} of work, shift ${durationText(load.shiftMinutes)}, ${stopsText(load.stops)}`
        : '',
  },
  overdue: {
    title: 'Open from earlier days',
    offersMoves: true,
    what: ({ pickup }) => (pickup?.driverId ? 'Not done' : 'Never assigned'),
  },
  dispute: {
    title: 'Disputed payments',
    what: ({ amount }) =>
      `${moneyText(amount ?? '0.00')} disputed. Respond at the payment provider before its deadline.`,
  },
  'refund-failed': {
    title: 'Failed refunds',
    offersRefund: true,
    what: ({ amount, refund }) => `${moneyText(amount ?? '0.00')} not returned yet. ${refund?.refusal ?? ''}`.trim(),
  },
  'stuck-credit': {
    title: 'Plan credit not returned',
    what: ({ amount, reason }) =>
      `${moneyText(amount ?? '0.00')} not returned yet, so the customer can't buy another plan. ${reason ?? ''}`.trim(),
  },
  'unused-credit': {
    title: 'Unused plan credit',
    what: ({ amount }) => `${moneyText(amount ?? '0.00')} couldn't go back to a card. Refund it another way.`,
  },
  backup: {
    title: 'Backups',
    what: ({ backup }, now) => (backup ? backupText(backup, now) : ''),
  },
  unplaced: {
    title: 'Addresses not found',
    offersMoves: true,
    what: () => 'Not on the map. Check the address with the customer.',
  },
  'email-refused': {
    title: 'Emails refused',
    what: ({ email }) => `Email to ${email ?? 'this address'} came back. Ask the customer for another address.`,
  },
  unserved: {
    title: 'Area not served',
    offersMoves: true,
    what: ({ zip, pickup }) =>
      `${zip ? `${zip} isn't in any of your active areas` : 'The address has no ZIP code we can read'}${pickup ? '' : ' (plan)'}.`,
  },
  'low-rating': {
    title: 'Low ratings',
    what: ({ pickup }) => (pickup ? ratingLine(pickup) : ''),
  },
};

/** "No good backup since Sun, Nov 22, 2:30 AM. The disk is full: … could not be written." */
function backupText({ problem, newestAt, failure }: BackupProblem, now: Date): string {
  if (problem === 'not-copied') return `The newest backup isn't in the bucket. ${failure ?? ''}`.trim();
  const since = newestAt
    ? `No good backup since ${dayText(dateKeyOf(new Date(newestAt)), dateKeyOf(now))}, ${timeText(newestAt)}.`
    : 'No backup has been made yet.';
  return `${since} ${failure ?? 'None was begun since: check that a server with BACKUP_DIR runs.'}`;
}

const lateWorkTexts: Record<LateWorkKind, string> = {
  complete: 'completed it',
  incomplete: 'reported it',
  note: 'left a note',
  photo: 'sent a photo',
};

function lateWorkText(kinds: readonly LateWorkKind[]): string {
  return kinds.map((kind) => lateWorkTexts[kind]).join(', ');
}

/** "after it went to Ray Cole", "after it was cancelled" */
function takenText({ pickup, driver, holder }: AttentionItem, now: Date): string {
  if (!pickup) return '';
  if (pickup.status === 'cancelled') return 'after it was cancelled';
  if (pickup.driverId === null) return 'after it was taken off the route';
  if (pickup.driverId === driver?.id) {
    return `after it was moved${pickup.scheduledDate ? ` to ${dayText(dateKeyOf(new Date(pickup.scheduledDate)), dateKeyOf(now))}` : ''}`;
  }
  const done = pickup.status === 'completed' ? '; both completed it' : '';
  return `after it went to ${nameOf(holder, 'another driver')}${done}`;
}

export function nameOf(person: AttentionPerson | null, otherwise: string): string {
  return person ? personName(person) : otherwise;
}

/** Returns the person the item is about: the customer, or the driver of a day. */
export function subjectOf({ customer, driver }: AttentionItem): AttentionPerson | null {
  return customer ?? driver;
}

/** Kinds that are dated by a service day, not by an instant. */
const byDay: readonly AttentionKind[] = ['overdue', 'overload', 'unplaced', 'unserved', 'unpaid'];

/** "Today", "Mon, Nov 23"; the time if it happened today; for a missed report, its deadline. */
export function whenText({ kind, at, day, missed }: AttentionItem, now: Date): string {
  if (missed) return deadlineText(missed, now);
  const today = dateKeyOf(now);
  if (byDay.includes(kind) && day) return dayText(day, today);
  const happened = dateKeyOf(new Date(at));
  return happened === today ? timeText(at) : dayText(happened, today);
}

/** "12 need attention"; "1 needs attention" */
export function needText(total: string): string {
  return `${total} ${total === '1' ? 'needs' : 'need'} attention`;
}

/** Returns the day board's search parameters for a day over the shift; null for items that open in a dialog. */
export function boardOf({ kind, day, driver }: AttentionItem): { day: string; driver?: string } | null {
  if (kind !== 'overload' || day === null) return null;
  return { day, ...(driver && { driver: driver.id }) };
}

/** Returns the path of the page of an item's customer; null without a customer. */
export function customerPathOf({ customer }: AttentionItem): string | null {
  return customer ? `/admin/customers/${customer.id}` : null;
}
