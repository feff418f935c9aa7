import { v7 as newId } from 'uuid';
import { undoSeconds } from '../../contract/pickups.ts';
import type { MoveEmail, PickupChange } from '../pickups/changes/pickup-change.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import type { NewMessage, StaffMessage } from './message.ts';

/**
 * Returns the messages to customers about a change of their pickups. `refund` is the customer's refund in dollars, or
 * null if there is none.
 */
export function messagesOf(change: PickupChange, refund: string | null, now: Date): NewMessage[] {
  switch (change.kind) {
    case 'rescheduled':
      return rescheduleMessages(change, now);
    case 'cancelled':
      return change.after.map((pickup) => {
        const { changeId: revision, dueAt } = change.email ? waiting(change.email, now) : { changeId: '', dueAt: now };
        return { ...about(pickup), kind: 'cancelled', revision, details: { refund }, dueAt };
      });
    case 'completed':
      return change.after.map((pickup) => {
        const completedAt = pickup.completedAt?.toISOString() ?? null;
        return {
          ...about(pickup),
          kind: 'done',
          revision: newId(),
          details: { completedAt },
          dueAt: undoableUntil(pickup, now),
        };
      });
    case 'issue':
    case 'incomplete':
      return change.after.map((pickup) => {
        const dueAt = undoableUntil(pickup, now);
        return { ...about(pickup), kind: 'not-done', revision: newId(), details: dateOf(pickup), dueAt };
      });
    default:
      return [];
  }
}

/** Returns the messages to dispatchers about a change: a driver has reported a problem at a stop. */
export function staffMessagesOf(change: PickupChange, now: Date): StaffMessage[] {
  if (change.kind !== 'incomplete' && change.kind !== 'issue') return [];
  return change.after
    .filter(({ driverId }) => driverId === change.actorId)
    .map((pickup) => {
      return { kind: 'new-problem', subjectId: pickup.id, revision: newId(), details: dateOf(pickup), dueAt: now };
    });
}

function rescheduleMessages(
  { actorId, after, reason, email }: Extract<PickupChange, { kind: 'rescheduled' }>,
  now: Date,
): NewMessage[] {
  if (!email) return [];
  const { dueAt } = waiting(email, now);
  return after.map((pickup) => {
    const details = { ...dateOf(pickup), reason, actorId };
    return { ...about(pickup), kind: 'changed', revision: email.changeId, details, dueAt };
  });
}

function waiting({ changeId, afterSeconds }: MoveEmail, now: Date) {
  return { changeId, dueAt: new Date(now.getTime() + afterSeconds * 1000) };
}

const about = ({ id: subjectId, customerId: recipientId }: PickupRow) => ({ subjectId, recipientId });
const dateOf = ({ scheduledDate }: PickupRow) => ({ scheduledDate: scheduledDate?.toISOString() ?? null });

/** Returns when a stop can no longer be undone, two minutes after the press. Nobody is told before that. */
function undoableUntil({ resolvedAt }: PickupRow, now: Date): Date {
  return new Date((resolvedAt ?? now).getTime() + undoSeconds * 1000);
}
