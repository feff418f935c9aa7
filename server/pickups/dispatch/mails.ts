import { bagsText } from '../../../contract/pickups.ts';
import { dateKeyOf, formatDateKey, formatWallTime } from '../../../contract/values/dates.ts';
import type { Mail } from '../../external/mail/mail.ts';
import { type Letterhead, writeMail } from '../../mail/letter.ts';
import type { Contact } from '../people.store.ts';
import type { PickupRow } from '../pickup-row.ts';

/** The email to a customer whose pickup has a new date. */
export function rescheduleMail(
  settings: Letterhead,
  to: Contact,
  pickup: Pick<PickupRow, 'scheduledDate' | 'address' | 'bagCount'>,
  reason: string | null,
): Mail {
  const { scheduledDate, address, bagCount } = pickup;
  const day = scheduledDate ? formatDateKey(dateKeyOf(scheduledDate), 'long') : 'a date to be set';
  const time = scheduledDate ? `, ${formatWallTime(scheduledDate)}` : '';
  return writeMail(settings, {
    to: to.email,
    subject: `Your pickup is now on ${day}`,
    greeting: `Hi ${greetedAs(to)},`,
    paragraphs: [
      `Your pickup has a new date: ${day}${time}.`,
      ...(reason ? [`Reason: ${reason}`] : []),
      `${bagsText(bagCount)} at ${address}. Please have them at the curb by 7 AM.`,
    ],
    notes: ["If the new date doesn't work for you, please let us know."],
  });
}

/** A first name is free text: an address that nobody has confirmed gets the username, which can hold no message. */
function greetedAs({ emailVerified, firstName, username }: Contact): string {
  return (emailVerified && firstName) || username;
}
