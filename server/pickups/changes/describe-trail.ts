import { incompleteReasonLabels } from '../../../contract/drivers.ts';
import { statusLabels } from '../../../contract/pickups.ts';
import type { Change } from '../../audit/record-change.ts';
import { describeDay } from '../rules.ts';
import type { PickupChange } from './pickup-change.ts';

type By = Pick<Change, 'actorId' | 'action' | 'details'>;

/** The lines that a change leaves in the audit trail. `refund` is what the customer gets back, in dollars; null for nothing. */
export function trailOf(change: PickupChange, refund: string | null): Change[] {
  switch (change.kind) {
    case 'assigned': {
      const { actorId, before, after, driverNames } = change;
      const earlierDrivers = new Map(before.map(({ id, driverId }) => [id, driverId]));
      return after.map(({ id, driverId }) => {
        const earlier = driverNames.get(earlierDrivers.get(id) ?? '');
        const driver = { driver: driverNames.get(driverId ?? '') ?? '', driverId: driverId ?? '' };
        const details = { ...driver, ...(earlier && { before: earlier }) };
        return onPickup(id, { actorId, action: 'assigned', details });
      });
    }
    case 'unassigned':
      return change.before.map(({ id }) => onPickup(id, { actorId: change.actorId, action: 'given_back' }));
    case 'rescheduled': {
      const { actorId, before, after, reason } = change;
      const [{ id, subscriptionId }] = after;
      const details = { from: describeDay(before[0]), to: describeDay(after[0]), ...(reason && { reason }) };
      const line = { actorId, action: 'rescheduled', details } as const;
      // The trail of a plan shows that one of its stops moved.
      const onPlan = subscriptionId ? [{ ...line, subject: 'subscription' as const, subjectId: subscriptionId }] : [];
      return [onPickup(id, line), ...onPlan];
    }
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
    case 'incomplete':
    case 'reason-added': {
      const { actorId, after, reason, note } = change;
      const details = { ...(reason && { reason: incompleteReasonLabels[reason] }), ...(note && { note }) };
      return after.map(({ id }) => onPickup(id, { actorId, action: 'incomplete', details }));
    }
    default:
      return [];
  }
}

function onPickup(subjectId: string, by: By): Change {
  return { ...by, subject: 'pickup', subjectId };
}
