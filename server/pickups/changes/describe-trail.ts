import { incompleteReasonLabels } from '../../../contract/drivers.ts';
import { statusLabels } from '../../../contract/pickups.ts';
import type { Change } from '../../audit/record-change.ts';
import type { PickupRow } from '../pickup-row.ts';
import { describeDay } from '../rules.ts';
import type { PickupChange } from './pickup-change.ts';

type Rescheduled = Extract<PickupChange, { kind: 'rescheduled' }>;
type By = Pick<Extract<Change, { subject: 'pickup' }>, 'actorId' | 'action' | 'details'>;

/** Returns the lines of a change in the audit trail. `refund` is the customer's refund in dollars; null for none. */
export function trailOf(change: PickupChange, refund: string | null): Change[] {
  switch (change.kind) {
    case 'assigned': {
      const { actorId, before, after, driverNames } = change;
      const earlierDrivers = new Map(before.map(({ id, driverId }) => [id, driverId]));
      return after.map(({ id, driverId }) => {
        const earlier = driverNames.get(earlierDrivers.get(id) ?? '');
        const driver = { driver: driverNames.get(driverId ?? '') ?? '', driverId: driverId ?? '' };
        const details = { ...driver, ...(earlier && { before: earlier, beforeId: earlierDrivers.get(id) ?? '' }) };
        return onPickup(id, { actorId, action: 'assigned', details });
      });
    }
    case 'unassigned':
      return change.before.map(({ id, driverId }) => {
        const details = driverId ? { beforeId: driverId } : {};
        return onPickup(id, { actorId: change.actorId, action: 'given_back', details });
      });
    case 'rescheduled':
      return change.after.flatMap((after, index) => linesOfNewDate(change, change.before[index] ?? after, after));
    case 'cancelled': {
      const details = refund === null ? {} : { refund: `$${refund}` };
      return change.after.map(({ id }) => onPickup(id, { actorId: change.actorId, action: 'cancelled', details }));
    }
    case 'completed':
      return change.after.map(({ id }) => onPickup(id, { actorId: change.actorId, action: 'completed' }));
    case 'issue': {
      const details = change.note ? { note: change.note } : {};
      return change.after.map(({ id }) => onPickup(id, { actorId: change.actorId, action: 'issue', details }));
    }
    case 'undone': {
      const [{ id, status }] = change.before;
      return [onPickup(id, { actorId: change.actorId, action: 'undone', details: { was: statusLabels[status] } })];
    }
    case 'reopened': {
      const { actorId, reason } = change;
      return [onPickup(change.after[0].id, { actorId, action: 'reopened', details: { reason } })];
    }
    case 'readdressed':
      return change.after.map(({ id, address }, index) => {
        const details = { address: `${change.before[index]?.address} to ${address}` };
        return onPickup(id, { actorId: change.actorId, action: 'edited', details });
      });
    case 'rated': {
      const [{ id, customerRating, ratingComment }] = change.after;
      const details = { rating: String(customerRating), ...(ratingComment && { comment: ratingComment }) };
      return [onPickup(id, { actorId: change.actorId, action: 'rated', details })];
    }
    case 'bags-counted': {
      const [{ id, bagCount, countedBags }] = change.after;
      const details = { bags: String(countedBags ?? bagCount), booked: String(bagCount) };
      return [onPickup(id, { actorId: change.actorId, action: 'bags_counted', details })];
    }
    case 'incomplete':
    case 'reason-added': {
      const { actorId, after, reason, note } = change;
      const details = { ...(reason && { reason: incompleteReasonLabels[reason] }), ...(note && { note }) };
      return after.map(({ id }) => onPickup(id, { actorId, action: 'incomplete', details }));
    }
    // The plan writes its own trail.
    case 'added-by-plan':
    case 'cancelled-by-plan':
    case 'resized-by-plan':
      return [];
  }
}

function linesOfNewDate({ actorId, reason }: Rescheduled, before: PickupRow, after: PickupRow): Change[] {
  const { id, subscriptionId } = after;
  const details = { from: describeDay(before), to: describeDay(after), ...(reason && { reason }) };
  const line = { actorId, action: 'rescheduled', details } as const;
  // The plan's trail also shows that one of its stops moved.
  const onPlan = subscriptionId ? [{ ...line, subject: 'subscription' as const, subjectId: subscriptionId }] : [];
  return [onPickup(id, line), ...onPlan];
}

function onPickup(subjectId: string, by: By): Change {
  return { ...by, subject: 'pickup', subjectId };
}
