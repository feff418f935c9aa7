import type { z } from 'zod/mini';
import { pickupMoves, type RescheduleBody, statusLabels } from '../../../contract/pickups.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/dates.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { updateRoutes } from '../../routing/update-routes.ts';
import type { Services } from '../../services.ts';
import { requireFreeDay } from '../../subscriptions/occurrences/require-free-day.ts';
import { updatePlanAfterPickup } from '../../subscriptions/occurrences/update-plan-after-pickup.ts';
import { describeDay, requireAdminPickup } from '../change-status.ts';
import type { AdminPickupRow, PickupRow } from '../pickup-row.ts';
import { checkNewDate } from '../rules.ts';
import { enqueueDayCounts } from '../stops/enqueue-day-counts.ts';
import { findContact, lockDriver, lockPickup, setDate } from '../store.ts';
import { rescheduleMail } from './mails.ts';

type Body = z.output<typeof RescheduleBody>;

export interface Rescheduled {
  pickup: AdminPickupRow;
  /** Whether the customer was to be told by mail, and whether the mail server took it. */
  emailAttempted: boolean;
  emailSent: boolean;
}

/**
 * Moves a pickup to another date. A stop with an issue, or one left undone, goes back to its driver, or to pending when that
 * driver has left. Commit first, mail after: a mail that fails undoes nothing. The same date again changes nothing and
 * mails nobody. Throws 400 (the date), 404, 409 (completed or cancelled).
 */
export async function reschedulePickup(
  services: Services,
  actorId: string,
  pickupId: string,
  body: Body,
): Promise<Rescheduled> {
  const date = checkNewDate(body.newDate, services.clock());
  if (!date.ok) throw new Refusal(400, date.message, { errors: { newDate: date.message } });
  const hasMoved = await inTransaction(services.db, (trx) =>
    move(services, trx, actorId, pickupId, date.instant, body),
  );
  const pickup = await requireAdminPickup(services.db, pickupId);
  const emailAttempted = hasMoved && body.shouldEmailCustomer;
  return { pickup, emailAttempted, emailSent: emailAttempted && (await mailCustomer(services, pickup, body.reason)) };
}

async function move(
  services: Services,
  trx: Db,
  actorId: string,
  pickupId: string,
  to: Date,
  { reason }: Body,
): Promise<boolean> {
  const before = await lockPickup(trx, pickupId);
  if (!before) throw new Refusal(404, 'Pickup not found');
  const { from } = pickupMoves.reschedule;
  if (!from.some((status) => status === before.status)) throw cannotMove(before);
  const wasLeftUndone = before.status === 'issue' || before.status === 'incomplete';
  if (!wasLeftUndone && before.scheduledDate?.getTime() === to.getTime()) return false;

  await requireFreeDay(trx, before, dateKeyOf(to));
  const driver = before.driverId ? await lockDriver(trx, before.driverId) : undefined;
  const driverId = driver?.isActive ? before.driverId : null;
  const status = before.status === 'pending' || !driverId ? 'pending' : 'assigned';
  const moved = await setDate(trx, before, { scheduledDate: to, status, driverId, now: services.clock() });
  if (!moved) throw new Refusal(409, 'Somebody else has just changed this pickup.', { code: 'changed_meanwhile' });
  await updatePlanAfterPickup(services, trx, moved, 'changed');
  await updateRoutes(services, trx, [before]);
  await enqueueDayCounts(services, trx, [before, moved]);
  const details = { from: describeDay(before), to: describeDay(moved), ...(reason && { reason }) };
  const line = { actorId, action: 'rescheduled', details } as const;
  await recordChanges(services, trx, [
    { ...line, subject: 'pickup', subjectId: pickupId },
    // A stop of a plan: whoever looks at the plan reads it there too.
    ...(moved.subscriptionId ? [{ ...line, subject: 'subscription' as const, subjectId: moved.subscriptionId }] : []),
  ]);
  await enqueueNotices(services, trx, moved, to, reason);
  return true;
}

function cannotMove({ status }: PickupRow): Refusal {
  const message = `This pickup is ${statusLabels[status].toLowerCase()} and cannot be rescheduled.`;
  return new Refusal(409, message, { code: 'wrong_status' });
}

async function enqueueNotices(
  services: Services,
  trx: Db,
  pickup: PickupRow,
  to: Date,
  reason: string | null | undefined,
): Promise<void> {
  const day = formatDateKey(dateKeyOf(to));
  const notices = [
    {
      userId: pickup.customerId,
      message: `Your pickup is now on ${day}.${reason ? ` ${reason}` : ''}`,
      actionUrl: '/pickup-history',
    },
    { userId: pickup.driverId, message: `${pickup.address} is now on ${day}.`, actionUrl: '/driver' },
  ];
  for (const { userId, ...notice } of notices) {
    if (!userId) continue;
    const title = 'Pickup rescheduled';
    await services.jobs.enqueue(trx, 'notify-person', { userId, title, type: 'pickup_rescheduled', ...notice });
  }
}

/** Whether the mail server took the message. What it said otherwise stands in the log; the new date stands anyway. */
async function mailCustomer(
  services: Services,
  pickup: AdminPickupRow,
  reason: string | null | undefined,
): Promise<boolean> {
  try {
    const contact = await findContact(services.db, pickup.customerId);
    await services.mail.send(rescheduleMail(services.settings, contact, pickup, reason ?? null));
    return true;
  } catch (error) {
    services.log.warn({ err: error, pickupId: pickup.id }, 'the mail about a new date was not sent');
    return false;
  }
}
