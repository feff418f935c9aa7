import { isOpenStatus } from '../../../contract/pickups.ts';
import type { JobPayloads } from '../../jobs/job-kinds.ts';
import type { Services } from '../../services.ts';
import { findContact } from '../people.store.ts';
import { findPickup } from '../store.ts';
import { rescheduleMail } from './mails.ts';

/** Emails a customer that the pickup has a new date. Sends nothing when the pickup has another date by now, or is not open. */
export async function sendRescheduled(
  { db, mail, settings }: Pick<Services, 'db' | 'mail' | 'settings'>,
  { pickupId, scheduledDate, reason }: JobPayloads['send-rescheduled'],
): Promise<void> {
  const pickup = await findPickup(db, pickupId);
  const isOpen = pickup !== undefined && isOpenStatus(pickup.status);
  if (!pickup || !isOpen || pickup.scheduledDate?.toISOString() !== scheduledDate) return;
  await mail.send(rescheduleMail(settings, await findContact(db, pickup.customerId), pickup, reason));
}
