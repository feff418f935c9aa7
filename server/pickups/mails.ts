import { dateKeyOf, formatDateKey, wallTimeOf } from '../../contract/dates.ts';
import type { Mail } from '../external/mail.ts';
import type { Settings } from '../settings.ts';
import type { PickupRow } from './pickup-row.ts';

/** Tells a customer the new date of a pickup, and whom to ask. */
export function rescheduleMail(
  settings: Pick<Settings, 'brandName' | 'supportPhone' | 'supportEmail'>,
  to: { email: string; firstName: string | null },
  pickup: Pick<PickupRow, 'scheduledDate' | 'address' | 'bagCount'>,
  reason: string | null,
): Mail {
  const { brandName, supportPhone, supportEmail } = settings;
  const { scheduledDate, address, bagCount } = pickup;
  const day = scheduledDate ? formatDateKey(dateKeyOf(scheduledDate), 'long') : 'a date to be set';
  const time = scheduledDate ? ` at ${wallTimeOf(scheduledDate)}` : '';
  const paragraphs = [
    `Hello${to.firstName ? ` ${to.firstName}` : ''},`,
    `your pickup has a new date: ${day}${time}.`,
    ...(reason ? [`Reason: ${reason}`] : []),
    `${bagCount} bags at ${address}. Please put them at the curb by 7 AM.`,
    `Does the new date not suit you? Call ${supportPhone} or write to ${supportEmail}.`,
    brandName,
  ];
  return { to: to.email, subject: `Your pickup is now on ${day}`, text: `${paragraphs.join('\n\n')}\n` };
}
