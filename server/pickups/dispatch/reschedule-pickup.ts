import { v7 as newId } from 'uuid';
import type { z } from 'zod/mini';
import { canMove, type RescheduleBody, type ServiceType, statusLabels } from '../../../contract/pickups.ts';
import { lastClosedDay } from '../../../contract/values/time/booking-dates.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { MoveEmail } from '../changes/pickup-change.ts';
import { requireAdminPickup } from '../find-pickup.ts';
import { lockDriver } from '../people.store.ts';
import type { AdminPickupRow, PickupRow } from '../pickup-row.ts';
import { lockPickup, setDate } from '../pickups.store.ts';
import { changedMeanwhile } from '../refusals.ts';
import { checkNewDate } from '../rules.ts';

type Body = z.output<typeof RescheduleBody>;

export interface Rescheduled {
  pickup: AdminPickupRow;
  /** True if the dispatcher asked for an email and the customer wants it. */
  emailAttempted: boolean;
  /** True if the mail server accepted the email during the request. */
  emailSent: boolean;
}

/** The request sends the email itself. The email's job runs this much later, in case the request fails to send it. */
const requestSeconds = 10;

/**
 * Moves a pickup to another date. An incomplete stop or one with an issue returns to its driver, or to pending when the
 * driver is no longer active. Commits before it sends the email, so a failed email undoes nothing. Repeating the same
 * date changes nothing and sends no email.
 *
 * Throws 400 (the date), 404, 409 (completed or cancelled, or the plan doesn't allow the day).
 */
export async function reschedulePickup(
  services: Services,
  actorId: string,
  pickupId: string,
  body: Body,
): Promise<Rescheduled> {
  const date = checkNewDate(body.newDate, services.clock());
  if (!date.ok) throw new Refusal(400, date.message, { errors: { newDate: date.message } });
  const reason = body.reason ?? null;
  const email = body.shouldEmailCustomer ? { changeId: newId(), afterSeconds: requestSeconds } : undefined;
  const hasMoved = await inTransaction(services.db, (trx) =>
    moveToDate(services, trx, { actorId, pickupId, to: date.instant, reason, email }),
  );
  const pickup = await requireAdminPickup(services.db, pickupId);
  if (!hasMoved || !email) return { pickup, emailAttempted: false, emailSent: false };
  const key = { kind: 'changed', subjectId: pickupId, revision: email.changeId } as const;
  const sent = await services.messages.sendNow(services, key);
  return { pickup, emailAttempted: sent !== null, emailSent: sent === true };
}

/** Moves a pickup to another date. Returns false when the pickup already has this date. */
async function moveToDate(
  services: Services,
  trx: Db,
  { pickupId, to, ...rest }: Pick<NewDate, 'actorId' | 'reason' | 'email' | 'to'> & { pickupId: string },
): Promise<boolean> {
  const before = await lockPickup(trx, pickupId);
  if (!before) throw new Refusal(404, 'Pickup not found');
  if (!canMove(before.status, 'reschedule')) throw cannotReschedule(before);
  const isResolved = before.status === 'issue' || before.status === 'incomplete';
  if (!isResolved && before.scheduledDate?.getTime() === to.getTime()) return false;

  await services.requireFreeDay(trx, before, dateKeyOf(to));
  await changeDate(services, trx, before, { to, ...rest });
  return true;
}

interface NewDate {
  actorId: string;
  to: Date;
  reason: string | null;
  email?: MoveEmail | undefined;
  serviceType?: ServiceType;
}

/**
 * Moves a pickup that the caller has locked and checked to another date, with all follow-ups. The pickup keeps its
 * driver if the driver is active. Throws 409 when its status has changed in the meantime.
 */
export async function changeDate(
  services: Services,
  trx: Db,
  before: PickupRow,
  { actorId, to, reason, email, serviceType = before.serviceType }: NewDate,
): Promise<PickupRow> {
  const driver = before.driverId ? await lockDriver(trx, before.driverId) : undefined;
  const driverId = driver?.isActive ? before.driverId : null;
  const status = before.status === 'pending' || !driverId ? 'pending' : 'assigned';
  const now = services.clock();
  const closedDay = lastClosedDay(now, services.settings.changeCutoff);
  const moved = await setDate(trx, before, { scheduledDate: to, status, driverId, serviceType, closedDay, now });
  if (!moved) throw changedMeanwhile('this pickup');
  const change = { kind: 'rescheduled', actorId, before: [before], after: [moved], reason, email } as const;
  await services.afterPickupChange(services, trx, change);
  return moved;
}

function cannotReschedule({ status }: PickupRow): Refusal {
  const message = `This pickup is ${statusLabels[status].toLowerCase()} and can't be rescheduled.`;
  return new Refusal(409, message, { code: 'wrong_status' });
}
