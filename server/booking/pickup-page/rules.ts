import type { PickupAction } from '../../../contract/audit.ts';
import type { PickupEvent } from '../../../contract/booking/pickup-page.ts';
import { type IncompleteReason, incompleteReasonLabels } from '../../../contract/drivers.ts';
import { isOpenStatus, type PickupStatus, statusLabels, undoSeconds } from '../../../contract/pickups.ts';

/** Makes a pickup's timeline from its row, charges and trail. Nothing internal appears in it: no notes, no names. */

type Kind = PickupEvent['kind'];
type Event = Omit<PickupEvent, 'at'> & { at: Date };

interface TrailLine {
  at: Date;
  action: PickupAction;
  actorRole: string | null;
  details: Record<string, string>;
}

interface Charge {
  amount: string;
  movedAt: Date;
  refunds: readonly { amount: string; at: Date; isPending: boolean; hasFailed: boolean; isSettled: boolean }[];
}

interface Facts {
  pickup: {
    status: PickupStatus;
    createdAt: Date;
    updatedAt: Date;
    completedAt: Date | null;
    resolvedAt: Date | null;
    incompleteReason: IncompleteReason | null;
    bookedBy: string | null;
    subscriptionId: string | null;
  };
  charges: readonly Charge[];
  /** Newest first, as the trail is read. */
  trail: readonly TrailLine[];
}

/** Returns a pickup's events, oldest first, as its customer may see them. */
export function timelineOf({ pickup, charges, trail }: Facts): PickupEvent[] {
  const changes = withPresent(pickup, trail.toReversed().reduce<Event[]>(withLine, []));
  const money = charges.flatMap(({ amount, movedAt, refunds }) => [
    eventOf('paid', { at: movedAt, by: 'customer', amount }),
    ...refunds
      .filter(({ isPending, hasFailed, isSettled }) => !isPending && !hasFailed && !isSettled)
      .map((refund) => eventOf('refunded', { at: refund.at, amount: refund.amount })),
  ]);
  const later = [...changes, ...money].sort((a, b) => placeOf(a) - placeOf(b));
  // The card is charged a moment before the pickup is made.
  const bookedAt = new Date(Math.min(pickup.createdAt.getTime(), later[0]?.at.getTime() ?? Number.POSITIVE_INFINITY));
  const by = pickup.subscriptionId ? 'plan' : pickup.bookedBy ? 'staff' : 'customer';
  return [eventOf('booked', { at: bookedAt, by }), ...later].map((event) => ({ ...event, at: event.at.toISOString() }));
}

/** Returns the sort key in ms. Providers count whole seconds, so a refund could come before its cancellation. */
function placeOf({ kind, at }: Event): number {
  return at.getTime() + (kind === 'refunded' ? 999 : 0);
}

function eventOf(kind: Kind, more: Pick<Event, 'at'> & Partial<Event>): Event {
  return { kind, by: 'staff', from: null, to: null, message: null, reason: null, amount: null, ...more };
}

/** Returns the events after one more line of the trail. */
function withLine(events: Event[], { at, action, actorRole, details }: TrailLine): Event[] {
  const by = actorRole === 'customer' ? 'customer' : 'staff';
  const last = events.at(-1);
  const and = (kind: Kind, more: Partial<Event> = {}) => [...events, eventOf(kind, { at, ...more })];
  switch (action) {
    case 'assigned':
      // A change of driver isn't shown to the customer.
      return details.before ? events : and('assigned');
    case 'given_back':
      return last?.kind === 'held' ? events : and('unassigned');
    case 'held': {
      const isOneChange = last?.kind === 'unassigned' && last.at.getTime() === at.getTime();
      return [...(isOneChange ? events.slice(0, -1) : events), eventOf('held', { at })];
    }
    case 'rescheduled': {
      const { from = null, to = null, reason: message = null } = details;
      // The report of a missed pickup moves it in the customer's name, with our apology. Customers give no reason.
      return and('moved', { by: message === null ? by : 'staff', from, to, message });
    }
    case 'edited':
      return and('readdressed', { by });
    case 'reported_missed':
      return and('reported', { by });
    case 'missed_decided':
      if (details.decision === 'missed') return and('missed');
      // A free pickup's own trail also has this action, with another decision. It isn't shown.
      return details.decision === 'not missed' ? and('not_missed', { message: details.reason ?? null }) : events;
    case 'incomplete': {
      // If a dispatcher had already marked the stop incomplete, the driver's reason replaces theirs.
      const earlier = last?.kind === 'incomplete' ? events.slice(0, -1) : events;
      return [...earlier, eventOf('incomplete', { at, reason: reasonOf(details.reason) })];
    }
    case 'undone':
      // Nobody was notified of a completion that was undone within two minutes.
      return details.was === statusLabels.completed ? withoutLast(events, 'completed') : and('reopened');
    case 'reopened': {
      const completed = events.findLast(({ kind }) => kind === 'completed');
      const wasTold = !completed || at.getTime() - completed.at.getTime() >= undoSeconds * 1000;
      return wasTold ? and('reopened') : withoutLast(events, 'completed');
    }
    case 'completed':
    case 'issue':
    case 'cancelled':
      return and(action, { by });
    // What only staff see, or what other parts of the page show.
    case 'noted':
    case 'bags_counted':
    case 'photographed':
    case 'refunded':
    case 'refund_retried':
    case 'rated':
    case 'booked':
    case 'payment_link_sent':
    case 'pinned':
    case 'unpinned':
    case 'viewed':
    case 'dismissed':
      return events;
  }
}

function withoutLast(events: Event[], kind: Kind): Event[] {
  const index = events.findLastIndex((event) => event.kind === kind);
  return index < 0 ? events : events.toSpliced(index, 1);
}

function reasonOf(label: string | undefined): IncompleteReason | null {
  const known = Object.entries(incompleteReasonLabels).find(([, text]) => text === label);
  return known ? (known[0] as IncompleteReason) : null;
}

/**
 * Adds the pickup's end from its row if the trail has no line for it: a plan that cancels its stops leaves none.
 * Otherwise takes the event's time or reason from the row.
 */
function withPresent(pickup: Facts['pickup'], events: Event[]): Event[] {
  const { status, completedAt, resolvedAt, updatedAt, incompleteReason, subscriptionId } = pickup;
  if (isOpenStatus(status)) return events;
  const at = (status === 'completed' ? completedAt : null) ?? resolvedAt ?? updatedAt;
  const index = events.findLastIndex(({ kind }) => kind === status);
  const found = events[index];
  if (!found) {
    const by = status === 'cancelled' && subscriptionId ? 'plan' : 'staff';
    return [...events, eventOf(status, { at: status === 'cancelled' ? updatedAt : at, by, reason: incompleteReason })];
  }
  // A phone without signal sends a completion late: the row has the time of the driver's press.
  if (status === 'completed') return events.with(index, { ...found, at });
  return status === 'incomplete' ? events.with(index, { ...found, reason: incompleteReason ?? found.reason }) : events;
}
