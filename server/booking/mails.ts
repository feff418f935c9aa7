import { bagsText } from '../../contract/pickups.ts';
import { cutoffOf } from '../../contract/values/booking-dates.ts';
import { dateKeyOf, formatDeadline } from '../../contract/values/dates.ts';
import type { Mail } from '../external/mail/mail.ts';
import { writeMail } from '../mail/letter.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import { describeDay } from '../pickups/rules.ts';
import type { Settings } from '../settings/settings.ts';

type Unpaid = Pick<PickupRow, 'id' | 'bagCount' | 'address' | 'amount' | 'scheduledDate' | 'bookedBy'>;

/** The link to pay for a pickup. Names by when a pickup booked by phone must be paid. */
export function paymentLinkMail(settings: Settings, pickup: Unpaid & { email: string }, now: Date): Mail {
  const { brandName, appUrl } = settings;
  const day = describeDay(pickup);
  return writeMail(settings, {
    to: pickup.email,
    subject: `Please pay for your ${brandName} pickup on ${day}`,
    greeting: 'Hello,',
    paragraphs: [
      `Your pickup is booked: up to ${bagsText(pickup.bagCount)} on ${day} at ${pickup.address}.`,
      ...deadline(settings, pickup, now),
    ],
    button: { label: `Pay $${pickup.amount}`, url: `${appUrl}/checkout?pickupId=${pickup.id}&amount=${pickup.amount}` },
    notes: ["You'll sign in to pay. No password yet? Use the link in our welcome email, or “Forgot password”."],
  });
}

/** Only a pickup booked by phone isn't driven while it is unpaid. */
function deadline({ changeCutoff }: Settings, { scheduledDate, bookedBy }: Unpaid, now: Date): string[] {
  if (!scheduledDate || bookedBy === null) return [];
  const payBy = cutoffOf(dateKeyOf(scheduledDate), changeCutoff);
  if (payBy <= now) return ["Please pay now. We can't pick up your bags until it's paid."];
  return [`Please pay by ${formatDeadline(payBy)}, or we can't pick up your bags.`];
}
