import * as z from 'zod/mini';
import { judgeBookingDay, serviceTypeOf } from '../../../contract/booking-dates.ts';
import { dateKeyOf, defaultScheduledDate, formatDateKey } from '../../../contract/dates.ts';
import { centsToText } from '../../../contract/money.ts';
import { maxInstructionsLength } from '../../../contract/pickups.ts';
import { defaultBagTier, priceOfBags } from '../../../contract/prices.ts';
import { lasting } from '../../api/storage.ts';
import { bagsText } from '../pickup-words.ts';
import { newDraftKey } from './draft-key.ts';

/**
 * The booking that a customer is making (SPEC section 3, Booking draft). It is kept in the browser from the first step
 * until the pickup exists, so that neither a reload nor a closed tab loses it, least of all after the payment.
 */

const storageKey = 'booking-data';

const Draft = z.object({
  serviceType: z.catch(z.string(), 'one-time'),
  bagCount: z.int().check(z.refine((bagCount) => priceOfBags(bagCount) !== null)),
  /** A UTC instant; empty while no date is chosen. */
  scheduledDate: z.union([z.literal(''), z.iso.datetime()]),
  address: z.string().check(z.maxLength(255)),
  specialInstructions: z.pipe(
    z.nullish(z.string().check(z.maxLength(maxInstructionsLength))),
    z.transform((text) => text ?? ''),
  ),
  packageType: z.catch(z.nullable(z.string()), null),
  /** Names the draft on the server: the same booking sent again is the same booking. */
  draftKey: z.pipe(
    z.catch(z.nullable(z.uuid()), null),
    z.transform((key) => key ?? newDraftKey()),
  ),
  /** Whose booking it is: the next person at this browser starts afresh. */
  customerId: z.catch(z.optional(z.string()), undefined),
  /** How far the customer came. */
  step: z.catch(z.literal([1, 2, 3]), 1),
  paymentIntentId: z.catch(z.optional(z.string()), undefined),
  clientSecret: z.catch(z.optional(z.string()), undefined),
  /** A card was sent for it: whether it was charged, the server knows. */
  isSubmitted: z.catch(z.optional(z.boolean()), undefined),
  /** The payment succeeded; what is left is to finalise the booking. */
  isPaid: z.catch(z.optional(z.boolean()), undefined),
});
export type BookingDraft = z.output<typeof Draft>;
export type WizardStep = BookingDraft['step'];

interface Customer {
  readonly id: string;
  readonly address: string | null;
}

export function newDraft(customer: Customer, now: Date): BookingDraft {
  const scheduledDate = defaultScheduledDate(now);
  return {
    serviceType: serviceTypeOf(scheduledDate, now),
    bagCount: defaultBagTier.bags,
    scheduledDate: scheduledDate.toISOString(),
    address: customer.address ?? '',
    specialInstructions: '',
    packageType: null,
    draftKey: newDraftKey(),
    customerId: customer.id,
    step: 1,
  };
}

/** What is stored, if it is a draft of this customer. Anything else is nothing. */
export function parseDraft(json: string | null, customerId: string): BookingDraft | null {
  try {
    const { success, data } = Draft.safeParse(JSON.parse(json ?? 'null'));
    if (!success || (data.customerId !== undefined && data.customerId !== customerId)) return null;
    return data;
  } catch {
    return null;
  }
}

/** The draft to go on with: the stored one, or a new one. A date that meanwhile cannot be booked gives way to the default. */
export function resumeDraft(stored: BookingDraft | null, customer: Customer, now: Date, cutoff: string | null) {
  if (!stored) return newDraft(customer, now);
  const day = stored.scheduledDate && dateKeyOf(new Date(stored.scheduledDate));
  if (!day || judgeBookingDay(day, now, cutoff).ok) return stored;
  return { ...stored, scheduledDate: defaultScheduledDate(now).toISOString(), step: 1 } satisfies BookingDraft;
}

export const loadDraft = (customerId: string) => parseDraft(lasting.get(storageKey), customerId);
export const saveDraft = (draft: BookingDraft) => lasting.set(storageKey, JSON.stringify(draft));
export const removeDraft = () => lasting.remove(storageKey);

/** The price as it goes over the wire: "45.00". */
export function amountOf(draft: Pick<BookingDraft, 'bagCount'>): string {
  return centsToText(priceOfBags(draft.bagCount) ?? 0);
}

/** "8 bags on Sun, Nov 22" */
export function describeDraft(draft: Pick<BookingDraft, 'bagCount' | 'scheduledDate'>): string {
  const bags = bagsText(draft.bagCount);
  return draft.scheduledDate ? `${bags} on ${formatDateKey(dateKeyOf(new Date(draft.scheduledDate)))}` : bags;
}
