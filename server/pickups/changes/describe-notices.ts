import { incompleteReasonLabels } from '../../../contract/drivers.ts';
import { pickupPath } from '../../../contract/pages.ts';
import { bagsText, undoSeconds } from '../../../contract/pickups.ts';
import { incompleteSentence, nextStepOf } from '../../../contract/values/incomplete-words.ts';
import { formatDateKey } from '../../../contract/values/time/dates.ts';
import type { AdminNotice, Notice } from '../../notifications/notice.ts';
import type { PickupRow } from '../pickup-row.ts';
import { describeDay, skippedAfterMove, skippedByCustomer, skippedByDispatch } from '../rules.ts';
import type { PickupChange } from './pickup-change.ts';

type Words = Pick<Notice, 'title' | 'type' | 'message'>;

/** The notices about a change: to customers and drivers, and to every admin. */
interface Notices {
  readonly people: Notice[];
  readonly admins?: AdminNotice[];
}

/** Returns the notices about a change. `refund` is the customer's refund in dollars; null for none. */
export function noticesOf(change: PickupChange, refund: string | null): Notices {
  switch (change.kind) {
    case 'assigned':
      return {
        people: [
          ...noticesToCustomers(newlyAssigned(change), 'pickup_assigned', 'Pickup scheduled', (day) => {
            return `A driver will pick up your bags on ${day}.`;
          }),
          ...noticesOfNewStops(change.after),
          ...noticesToEarlierDrivers(change.before),
        ],
      };
    case 'unassigned':
      return { people: change.isDriverGone ? [] : noticesOfUnassigned(change.before) };
    case 'rescheduled': {
      const toCustomers = change.after.map((pickup) => noticeOfNewDate(pickup, change.reason));
      return { people: [...toCustomers, ...noticesOfMovedStops(change.after)] };
    }
    case 'cancelled':
      return { people: noticesOfCancelled(change.after[0], refund) };
    case 'completed':
      return { people: change.after.map(noticeOfCompleted) };
    case 'issue':
      return {
        people: noticesToCustomers(change.after, 'pickup_issue', 'There is an issue with your pickup', (day) => {
          return `We're looking into your pickup on ${day}.`;
        }),
        admins: adminNoticesOfProblem(change),
      };
    case 'incomplete':
      return {
        people: noticesToCustomers(change.after, 'pickup_incomplete', 'Pickup not completed', (day) => {
          return `${incompleteSentence(change.reason ?? null, day)} ${nextStepOf(change.reason)}`;
        }),
        admins: adminNoticesOfProblem(change),
      };
    case 'readdressed':
      return { people: noticesOfNewAddress(change.after), admins: adminNoticeOfNewAddress(change.after) };
    case 'undone':
    case 'reopened':
      return { people: noticesOfReturned(change.before[0], change.after[0], change.actorId) };
    case 'cancelled-by-plan':
      return { people: change.after.flatMap((stop) => noticeOfPlanStop(stop, change.reason)) };
    case 'reason-added':
    case 'rated':
    case 'bags-counted':
    case 'added-by-plan':
    case 'resized-by-plan':
      return { people: [] };
  }
}

/** Returns the notices to the admins if the driver reported the problem. */
function adminNoticesOfProblem(change: Extract<PickupChange, { kind: 'issue' | 'incomplete' }>): AdminNotice[] {
  const { actorId, after, reason, note } = change;
  const why = reason ? incompleteReasonLabels[reason] : 'Issue';
  const reported = after.filter(({ driverId }) => driverId === actorId);
  return reported.map((stop) => ({
    title: 'A driver reported a problem',
    message: `${why} at ${stop.address}, ${describeDay(stop)}.${note ? ` “${note}”` : ''}`,
    type: 'stop_problem',
    actionUrl: '/admin',
  }));
}

/** Returns the pickups that had no driver before. A customer isn't notified when only the driver changes. */
function newlyAssigned({ before, after }: Extract<PickupChange, { kind: 'assigned' }>): PickupRow[] {
  const earlier = new Set(before.filter(({ driverId }) => driverId !== null).map(({ id }) => id));
  return after.filter(({ id }) => !earlier.has(id));
}

function noticesToCustomers(
  pickups: readonly PickupRow[],
  type: string,
  title: string,
  messageOf: (day: string) => string,
): Notice[] {
  return pickups.map((pickup) => toCustomer(pickup, { title, type, message: messageOf(describeDay(pickup)) }));
}

/** Returns one notice per driver, however many stops are new. */
function noticesOfNewStops(assigned: readonly PickupRow[]): Notice[] {
  const byDriver = Map.groupBy(assigned, ({ driverId }) => driverId ?? '');
  return [...byDriver].map(([driverId, stops]) => {
    const [first] = stops as [PickupRow];
    const on = `on ${describeDay(first)}.`;
    return toDriver(driverId, {
      type: 'pickup_assigned',
      ...(stops.length === 1
        ? { title: 'New stop', message: `${first.address}, ${bagsText(first.bagCount)} ${on}` }
        : { title: 'New stops', message: `${stops.length} new stops ${on}` }),
    });
  });
}

function noticesToEarlierDrivers(before: readonly PickupRow[]): Notice[] {
  return noticesByDriver(before, 'pickup_assigned', {
    one: (stop) => ({
      title: 'Stop moved',
      message: `${stop.address} on ${describeDay(stop)} goes to another driver.`,
    }),
    many: (stops, day) => ({ title: 'Stops moved', message: `${stops} stops on ${day} go to other drivers.` }),
  });
}

function noticesOfUnassigned(before: readonly PickupRow[]): Notice[] {
  return noticesByDriver(before, 'pickup_assigned', {
    one: (stop) => ({
      title: 'Stop moved',
      message: `${stop.address} on ${describeDay(stop)} is no longer on your route.`,
    }),
    many: (stops, day) => ({ title: 'Stops moved', message: `${stops} stops on ${day} are no longer on your route.` }),
  });
}

function noticeOfNewDate(pickup: PickupRow, reason: string | null): Notice {
  const message = `Your pickup is now on ${describeDay(pickup)}.${reason ? ` ${reason}` : ''}`;
  return toCustomer(pickup, { ...rescheduled, message });
}

function noticesOfMovedStops(after: readonly PickupRow[]): Notice[] {
  return noticesByDriver(after, rescheduled.type, {
    one: (stop) => ({ title: rescheduled.title, message: `${stop.address} is now on ${describeDay(stop)}.` }),
    many: (stops, day) => ({ title: 'Pickups rescheduled', message: `${stops} of your stops are now on ${day}.` }),
  });
}

/** Returns notices for drivers only: the customer made the change. */
function noticesOfNewAddress(after: readonly PickupRow[]): Notice[] {
  return noticesByDriver(after, newAddress.type, {
    one: (stop) => ({
      title: newAddress.title,
      message: `Your stop on ${describeDay(stop)} is now at ${stop.address}.`,
    }),
    many: (stops, day) => ({
      title: newAddress.title,
      message: `${stops} of your stops on ${day} have a new address.`,
    }),
  });
}

/** Returns one notice: all the pickups belong to one customer and move to one address. */
function adminNoticeOfNewAddress(after: readonly PickupRow[]): AdminNotice[] {
  const [first] = after;
  if (!first) return [];
  const days = after.map(describeDay).join('; ');
  const message = `${after.length === 1 ? 'A pickup' : `${after.length} pickups`} moved to ${first.address}: ${days}.`;
  return [{ ...newAddress, message, actionUrl: `/admin/customers/${first.customerId}` }];
}

const newAddress = { title: 'New address', type: 'pickup_readdressed' };

const rescheduled = { title: 'Pickup rescheduled', type: 'pickup_rescheduled' };

/** Returns one notice per driver and day, however many stops there are. */
function noticesByDriver(
  stops: readonly PickupRow[],
  type: string,
  words: {
    one: (stop: PickupRow) => Omit<Words, 'type'>;
    many: (stops: number, day: string) => Omit<Words, 'type'>;
  },
): Notice[] {
  const byRoute = Map.groupBy(stops, ({ driverId, scheduledDay }) => `${driverId} ${scheduledDay}`);
  return [...byRoute.values()].flatMap((own) => {
    const [first] = own;
    if (!first?.driverId) return [];
    return [
      toDriver(first.driverId, {
        type,
        ...(own.length === 1 ? words.one(first) : words.many(own.length, describeDay(first))),
      }),
    ];
  });
}

function noticesOfCancelled(pickup: PickupRow, refund: string | null): Notice[] {
  const { driverId, address } = pickup;
  const day = describeDay(pickup);
  const type = 'pickup_cancelled';
  const isAfterMove = pickup.cancellationReason === skippedAfterMove;
  const isSkipped = isAfterMove || pickup.cancellationReason === skippedByCustomer;
  const isCredited = pickup.cancellationReason === skippedByDispatch;
  const title = isSkipped || isCredited ? 'Visit skipped' : 'Pickup cancelled';
  const message = isCredited
    ? `We can't make your visit on ${day}. Your plan is credited for it.`
    : isSkipped
      ? `Your visit on ${day} is skipped.${isAfterMove ? ' Your plan is credited for it.' : ''}`
      : `Your pickup on ${day} was cancelled.${refund === null ? '' : ` You'll get $${refund} back.`}`;
  return [
    toCustomer(pickup, { title, type, message }),
    ...(driverId
      ? [toDriver(driverId, { title: 'Stop cancelled', type, message: `${address} on ${day} was cancelled.` })]
      : []),
  ];
}

/** The customer isn't notified if the completion was undone within two minutes: its own notice was not sent yet. */
function noticesOfReturned(before: PickupRow, after: PickupRow, actorId: string): Notice[] {
  const day = describeDay(after);
  const sinceMs = after.updatedAt.getTime() - (before.completedAt ?? before.updatedAt).getTime();
  const isTold = before.status !== 'completed' || sinceMs >= undoSeconds * 1000;
  const { driverId, address } = after;
  const message = `Your pickup on ${day} isn't done yet. We're still coming.`;
  const words = { title: 'Stop reopened', type: 'pickup_reopened', message: `${address} on ${day} is open again.` };
  return [
    ...(isTold ? [toCustomer(after, { title: 'Pickup still to come', type: 'pickup_reopened', message })] : []),
    ...(driverId && driverId !== actorId ? [toDriver(driverId, words)] : []),
  ];
}

/** Returns the notice that tells the customer that the pickup is done, due when the press can't be undone anymore. */
export function noticeOfCompleted(pickup: PickupRow): Notice {
  const { resolvedAt, completedAt } = pickup;
  const message = `Your pickup on ${describeDay(pickup)} is done.`;
  const pressedAt = resolvedAt ?? completedAt;
  return {
    ...toCustomer(pickup, { title: 'Pickup completed', type: 'pickup_completed', message }),
    ...(pressedAt && { dueAt: new Date(pressedAt.getTime() + undoSeconds * 1000) }),
    ...(completedAt && { completedAt: completedAt.toISOString() }),
  };
}

function noticeOfPlanStop({ driverId, address, scheduledDay }: PickupRow, reason: string): Notice[] {
  if (!driverId || !scheduledDay) return [];
  const message = `${address} on ${formatDateKey(scheduledDay)}: ${reason.toLowerCase()}.`;
  return [toDriver(driverId, { title: 'Stop cancelled', type: 'pickup_cancelled', message })];
}

function toCustomer({ id, customerId }: PickupRow, words: Words): Notice {
  return { userId: customerId, ...words, actionUrl: pickupPath(id), pickupId: id };
}

function toDriver(driverId: string, words: Words): Notice {
  return { userId: driverId, ...words, actionUrl: '/driver' };
}
