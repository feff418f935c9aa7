import { bagsText, isOpenStatus, type PickupStatus } from '../../contract/pickups.ts';
import { type DateKey, instantOf } from '../../contract/values/time/dates.ts';
import { readPickupWindow } from '../../contract/values/time/pickup-window.ts';

/** Pure rules of the calendar event of a pickup or a plan's visit. */

export interface EventFacts {
  /**
   * Identifies the event for good. A plan's visit keeps it when its stop is made, cancelled and made again, so that
   * calendar apps keep one event.
   */
  readonly uid: string;
  /** The page of the app that the event links to. */
  readonly path: string;
  readonly status: PickupStatus;
  readonly day: DateKey;
  readonly pickupWindow: string | null;
  readonly address: string;
  readonly bagCount: number;
  readonly isOfPlan: boolean;
  /** Whether the visit is cancelled because its plan is on hold on that day. */
  readonly isPlanOnHold: boolean;
  /** Since when the pickup waits for its payment; null if it doesn't. */
  readonly heldAt: Date | null;
  readonly createdAt: Date;
  /** When anything that determines the event last changed. */
  readonly changedAt: Date;
}

export interface CalendarEvent {
  readonly start: Date;
  readonly end: Date;
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  readonly summary: string;
  readonly description: string;
  /** Grows with every change: the seconds from 2026 to the last change. Fits in 32 bits until 2094. */
  readonly sequence: number;
}

const sequenceStartMs = Date.UTC(2026, 0, 1);

export function eventOf(pickup: EventFacts): CalendarEvent {
  const { day, pickupWindow, address, bagCount, isOfPlan, changedAt } = pickup;
  const [from, to] = timesOf(pickupWindow);
  const bags = `${isOfPlan ? 'Up to ' : ''}${bagsText(bagCount)} at ${address}.`;
  return {
    start: instantOf(day, from),
    end: instantOf(day, to),
    status: eventStatusOf(pickup),
    summary: summaryOf(pickup),
    description: isOpenStatus(pickup.status) ? `${bags} ${adviceOf(pickup)}` : bags,
    sequence: Math.max(0, Math.floor((changedAt.getTime() - sequenceStartMs) / 1000)),
  };
}

/** The event's times when the pickup has no window. The bags must be out when the event starts. */
const curbTimes = ['07:00', '07:30'] as const;

/** Returns the start and end of a pickup window: "8:00 AM – 10:00 AM" → 08:00 and 10:00. */
function timesOf(pickupWindow: string | null): readonly [string, string] {
  const window = readPickupWindow(pickupWindow);
  return window !== null && window.from < window.to ? [window.from, window.to] : curbTimes;
}

function eventStatusOf({ status, heldAt }: EventFacts): CalendarEvent['status'] {
  if (status === 'cancelled') return 'CANCELLED';
  return isOpenStatus(status) && heldAt !== null ? 'TENTATIVE' : 'CONFIRMED';
}

const summaries: Partial<Record<PickupStatus, string>> = {
  completed: 'Trash pickup (done)',
  issue: 'Trash pickup (not done)',
  incomplete: 'Trash pickup (not done)',
  cancelled: 'Trash pickup (cancelled)',
};

function summaryOf({ status, heldAt, pickupWindow, isPlanOnHold }: EventFacts): string {
  if (isPlanOnHold) return 'Trash pickup (plan on hold)';
  const ended = summaries[status];
  if (ended) return ended;
  if (heldAt !== null) return 'Trash pickup (on hold until it is paid)';
  return pickupWindow === null ? 'Trash pickup: bags out by 7 AM' : 'Trash pickup';
}

function adviceOf({ pickupWindow }: EventFacts): string {
  const [from] = timesOf(pickupWindow);
  return `Please have your bags out by ${from < '07:00' ? 'the start of this time' : '7 AM'}.`;
}
