import { v7 as newId } from 'uuid';
import { undoSeconds } from '../../contract/pickups.ts';
import type { MoveEmail, PickupChange } from '../pickups/changes/pickup-change.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import type { NewMessage, StaffMessage } from './message.ts';

/** The messages about a change: to customers, and to every dispatcher. */
interface Messages {
  readonly customers: NewMessage[];
  readonly dispatchers?: StaffMessage[];
}

/**
 * Returns the messages about a change of pickups. `refund` is the customer's refund in dollars, or null if there is
 * none.
 */
export function messagesOf(change: PickupChange, refund: string | null, now: Date): Messages {
  switch (change.kind) {
    case 'rescheduled':
      return { customers: rescheduleMessages(change, now) };
    case 'cancelled': {
      const { changeId: revision, dueAt } = change.email ? waiting(change.email, now) : { changeId: '', dueAt: now };
      const of = { kind: 'cancelled', revision, details: { refund }, dueAt } as const;
      return { customers: change.after.map((pickup) => ({ ...about(pickup), ...of })) };
    }
    case 'completed':
      return {
        customers: change.after.map((pickup) => {
          const details = { completedAt: pickup.completedAt?.toISOString() ?? null };
          return { ...about(pickup), kind: 'done', revision: newId(), details, dueAt: undoableUntil(pickup, now) };
        }),
      };
    case 'issue':
    case 'incomplete': {
      const reported = change.after.filter(({ driverId }) => driverId === change.actorId);
      return {
        customers: change.after.map((pickup) => {
          const dueAt = undoableUntil(pickup, now);
          return { ...about(pickup), kind: 'not-done', revision: newId(), details: dateOf(pickup), dueAt };
        }),
        dispatchers: reported.map((pickup) => {
          return { kind: 'new-problem', subjectId: pickup.id, revision: newId(), details: dateOf(pickup), dueAt: now };
        }),
      };
    }
    case 'assigned':
    case 'unassigned':
    case 'reason-added':
    case 'undone':
    case 'reopened':
    case 'readdressed':
    case 'rated':
    case 'bags-counted':
    case 'added-by-plan':
    case 'cancelled-by-plan':
    case 'resized-by-plan':
      return { customers: [] };
  }
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
