import { v4 as newDraftKey } from 'uuid';
import * as z from 'zod/mini';
import { maxInstructionsLength } from '../../contract/pickups.ts';
import {
  defaultPreferredDay,
  defaultPreferredTime,
  PackageType as PackageTypeShape,
  preferredDays,
} from '../../contract/subscriptions.ts';
import { checkBookingDay, serviceTypeOf } from '../../contract/values/booking-dates.ts';
import { dateKeyOf, defaultScheduledDate } from '../../contract/values/dates.ts';
import { defaultBagTier, type PackageType, priceOfBags } from '../../contract/values/prices.ts';
import { lasting } from '../api/storage.ts';
import { preferredTimes } from '../subscriptions/preferred-times.ts';

/**
 * The booking that a customer is making (BOOK-12): a pickup, or a plan. It is kept in the browser
 * from the first step until what was booked exists, so that neither a reload nor a closed tab loses it, least of all
 * after the payment.
 */

export const draftStorageKey = 'booking-data';

/** The service type of a draft that is a plan. */
const planType = 'subscription';

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
  /** The plan, where it is one; else the plan that was looked at last, if any. */
  packageType: z.catch(z.nullable(PackageTypeShape), null),
  preferredDay: z.catch(z.enum(preferredDays), defaultPreferredDay),
  preferredTime: z.catch(z.enum(preferredTimes), defaultPreferredTime),
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
  /** What the server calls the plan that waits for its payment. */
  subscriptionId: z.catch(z.optional(z.string()), undefined),
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
    preferredDay: defaultPreferredDay,
    preferredTime: defaultPreferredTime,
    // Not crypto.randomUUID: browsers lack it over plain http, as in a demo on the same network.
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

/**
 * The draft to go on with: the stored one, or a new one. A date that meanwhile cannot be booked gives way to the default,
 * and after midnight the same date is another type of pickup.
 */
export function resumeDraft(stored: BookingDraft | null, customer: Customer, now: Date, cutoff: string | null) {
  if (!stored) return newDraft(customer, now);
  if (!stored.scheduledDate) return stored;
  const isPlan = isPlanDraft(stored);
  const scheduledDate = new Date(stored.scheduledDate);
  if (checkBookingDay(dateKeyOf(scheduledDate), now, cutoff).ok) {
    return isPlan ? stored : { ...stored, serviceType: serviceTypeOf(scheduledDate, now) };
  }
  const { scheduledDate: date, serviceType } = newDraft(customer, now);
  // The day is none of a plan's, but stands there for who turns back to a single pickup.
  return { ...stored, scheduledDate: date, ...(!isPlan && { serviceType, step: 1 as const }) } satisfies BookingDraft;
}

/** Whether a plan is bought, and not a single pickup. */
export function isPlanDraft(draft: Pick<BookingDraft, 'serviceType'>): boolean {
  return draft.serviceType === planType;
}

/** What changes when a customer turns to plans; what was entered for a pickup stays, should they turn back. */
export function asPlan(packageType: PackageType | null): Partial<BookingDraft> {
  return { serviceType: planType, packageType: packageType ?? 'clean-carry', ...noPayment };
}

/** What changes when a customer turns to a single pickup. */
export function asPickup({ scheduledDate }: BookingDraft, now: Date): Partial<BookingDraft> {
  return { serviceType: serviceTypeOf(scheduledDate ? new Date(scheduledDate) : now, now), ...noPayment };
}

/**
 * What becomes of the draft in this tab when another tab stored `stored`. If the other one paid it, dropped it or finished
 * it, what stands here is a booking of its own. A draft whose card is on its way stays what it is.
 */
export function afterOtherTab(draft: BookingDraft, stored: BookingDraft | null): BookingDraft {
  const isTaken = stored === null || (stored.draftKey === draft.draftKey && stored.isPaid === true);
  return isTaken && !draft.isSubmitted ? { ...draft, ...noPayment, draftKey: newDraftKey() } : draft;
}

/** A draft whose payment has not begun. */
const noPayment = {
  paymentIntentId: undefined,
  clientSecret: undefined,
  subscriptionId: undefined,
  isSubmitted: undefined,
  isPaid: undefined,
} satisfies Partial<BookingDraft>;

export const loadDraft = (customerId: string) => parseDraft(lasting.get(draftStorageKey), customerId);
export const saveDraft = (draft: BookingDraft) => lasting.set(draftStorageKey, JSON.stringify(draft));
export const removeDraft = () => lasting.remove(draftStorageKey);
