import { bagsText } from '../../../../contract/pickups.ts';
import { cutoffOf } from '../../../../contract/values/time/booking-dates.ts';
import { dateKeyOf, formatDeadline } from '../../../../contract/values/time/dates.ts';
import { getPickup } from '../../../pickups/find-pickup.ts';
import type { PickupRow } from '../../../pickups/pickup-row.ts';
import { describeDay } from '../../../pickups/rules.ts';
import type { Settings } from '../../../settings/settings.ts';
import type { MailKind } from '../kind.ts';

/** Sends the link to pay for a pickup. For a pickup booked by phone, it names the payment deadline. */
export const paymentLink: MailKind = {
  subject: 'pickup',
  write: async ({ db, settings, clock }, { subjectId }) => {
    const pickup = await getPickup(db, subjectId);
    if (pickup.paymentStatus !== 'pending') return { whyUntrue: 'the pickup is paid' };
    if (pickup.status === 'cancelled') return { whyUntrue: 'the pickup is cancelled' };
    const { id, address, amount, bagCount } = pickup;
    const { brandName, appUrl } = settings;
    const day = describeDay(pickup);
    return {
      subject: `Please pay for your ${brandName} pickup on ${day}`,
      greeting: 'Hello,',
      paragraphs: [
        `Your pickup is booked: up to ${bagsText(bagCount)} on ${day} at ${address}.`,
        ...deadline(settings, pickup, clock()),
      ],
      button: { label: `Pay $${amount}`, url: `${appUrl}/checkout?pickupId=${id}&amount=${amount}` },
      notes: ["You'll sign in to pay. No password yet? Use the link in our welcome email, or “Forgot password”."],
    };
  },
};

/** Returns the deadline sentence. Only pickups booked by phone have one: nobody drives them while they are unpaid. */
function deadline({ changeCutoff }: Settings, { scheduledDate, bookedBy }: PickupRow, now: Date): string[] {
  if (!scheduledDate || bookedBy === null) return [];
  const payBy = cutoffOf(dateKeyOf(scheduledDate), changeCutoff);
  if (payBy <= now) return ["Please pay now. We can't pick up your bags until it's paid."];
  return [`Please pay by ${formatDeadline(payBy)}, or we can't pick up your bags.`];
}
