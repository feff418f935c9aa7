import { v4 as newDraftKey } from 'uuid';
import * as z from 'zod/mini';
import { bagsText, maxInstructionsLength } from '../../contract/pickups.ts';
import {
  defaultPreferredDay,
  defaultPreferredTime,
  PackageType as PackageTypeShape,
  preferredDays,
} from '../../contract/subscriptions.ts';
import { checkBookingDay, serviceTypeOf } from '../../contract/values/booking-dates.ts';
import { dateKeyOf, defaultScheduledDate, formatDateKey } from '../../contract/values/dates.ts';
import { centsToText } from '../../contract/values/money.ts';
import { defaultBagTier, type PackageType, type Plan, planOf, priceOfBags } from '../../contract/values/prices.ts';
import { lasting } from '../api/storage.ts';
import { preferredTimes, rhythmText } from '../subscriptions/plan-words.ts';

/**
 * Storage key of the booking that a customer is making (BOOK-12): a pickup or a plan. The draft is stored from the
 * first step until the server has created the pickup or plan, so that a reload or a closed tab never loses it, even
 * after the payment.
 */
export const draftStorageKey = 'booking-data';

const planType = 'subscription';

const Draft = z.object({
  serviceType: z.catch(z.string(), 'one-time'),
  bagCount: z.int().check(z.refine((bagCount) => priceOfBags(bagCount) !== null)),
  /** A UTC instant; empty until a date is chosen. */
  scheduledDate: z.union([z.literal(''), z.iso.datetime()]),
  address: z.string().check(z.maxLength(255)),
  specialInstructions: z.pipe(
    z.nullish(z.string().check(z.maxLength(maxInstructionsLength))),
    z.transform((text) => text ?? ''),
  ),
  /** The chosen plan. For a pickup, the plan that was selected last, if any. */
  packageType: z.catch(z.nullable(PackageTypeShape), null),
  preferredDay: z.catch(z.enum(preferredDays), defaultPreferredDay),
  preferredTime: z.catch(z.enum(preferredTimes), defaultPreferredTime),
  /** The idempotency key: sending the same draft again does not book twice. */
  draftKey: z.pipe(
    z.catch(z.nullable(z.uuid()), null),
    z.transform((key) => key ?? newDraftKey()),
  ),
  /** The owner, so that another customer on this browser starts with a new draft. */
  customerId: z.catch(z.optional(z.string()), undefined),
  /** The last step that was reached. */
  step: z.catch(z.literal([1, 2, 3]), 1),
  paymentIntentId: z.catch(z.optional(z.string()), undefined),
  clientSecret: z.catch(z.optional(z.string()), undefined),
  /** The server's id of the plan that is waiting for its payment. */
  subscriptionId: z.catch(z.optional(z.string()), undefined),
  /** A card was submitted. Only the server knows whether it was charged. */
  isSubmitted: z.catch(z.optional(z.boolean()), undefined),
  /** The payment succeeded; only finalising the booking is left. */
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

/** Returns the stored draft, or null when it is invalid or another customer's. */
export function parseDraft(json: string | null, customerId: string): BookingDraft | null {
  try {
    const { success, data } = Draft.safeParse(JSON.parse(json ?? 'null'));
    if (!success || (data.customerId !== undefined && data.customerId !== customerId)) return null;
    return data;
  } catch {
    return null;
  }
}

/** Returns the stored draft or a new one. A date that can no longer be booked becomes the default date. */
export function resumeDraft(stored: BookingDraft | null, customer: Customer, now: Date, cutoff: string | null) {
  if (!stored) return newDraft(customer, now);
  if (!stored.scheduledDate) return stored;
  const isPlan = isPlanDraft(stored);
  const scheduledDate = new Date(stored.scheduledDate);
  if (checkBookingDay(dateKeyOf(scheduledDate), now, cutoff).ok) {
    // The service type changes at midnight.
    return isPlan ? stored : { ...stored, serviceType: serviceTypeOf(scheduledDate, now) };
  }
  const { scheduledDate: date, serviceType } = newDraft(customer, now);
  // A plan does not use the date, but it is needed if the customer switches back to a single pickup.
  return { ...stored, scheduledDate: date, ...(!isPlan && { serviceType, step: 1 as const }) } satisfies BookingDraft;
}

export function isPlanDraft(draft: Pick<BookingDraft, 'serviceType'>): boolean {
  return draft.serviceType === planType;
}

/** The changes that turn the draft into a plan. The pickup fields stay, in case the customer switches back. */
export function asPlan(packageType: PackageType | null): Partial<BookingDraft> {
  return { serviceType: planType, packageType: packageType ?? 'clean-carry', ...noPayment };
}

/** The changes that turn the draft into a single pickup. */
export function asPickup({ scheduledDate }: BookingDraft, now: Date): Partial<BookingDraft> {
  return { serviceType: serviceTypeOf(scheduledDate ? new Date(scheduledDate) : now, now), ...noPayment };
}

/**
 * Returns this tab's draft after another tab stored `stored`. If the other tab paid, dropped or finished the draft,
 * this one becomes a separate booking. A draft whose card is being charged does not change.
 */
export function afterOtherTab(draft: BookingDraft, stored: BookingDraft | null): BookingDraft {
  const isTaken = stored === null || (stored.draftKey === draft.draftKey && stored.isPaid === true);
  return isTaken && !draft.isSubmitted ? { ...draft, ...noPayment, draftKey: newDraftKey() } : draft;
}

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

export function planOfDraft(draft: Pick<BookingDraft, 'serviceType' | 'packageType'>): Plan | null {
  return isPlanDraft(draft) ? planOf(draft.packageType ?? 'clean-carry') : null;
}

/** The price in wire format: "45.00". For a plan, the price of one month. */
export function amountOf(draft: Pick<BookingDraft, 'serviceType' | 'packageType' | 'bagCount'>): string {
  return centsToText(planOfDraft(draft)?.priceCents ?? priceOfBags(draft.bagCount) ?? 0);
}

/** "8 bags on Sun, Nov 22", or "Clean & Carry, every Monday" */
export function describeDraft(draft: BookingDraft): string {
  const plan = planOfDraft(draft);
  if (!plan) return describePickup(draft);
  return `${plan.name}, ${rhythmText(plan, draft).replace('Every', 'every')}`;
}

/** "8 bags on Sun, Nov 22" */
export function describePickup(pickup: { bagCount: number; scheduledDate: string | null }): string {
  const bags = bagsText(pickup.bagCount);
  const { scheduledDate } = pickup;
  return scheduledDate ? `${bags} on ${formatDateKey(dateKeyOf(new Date(scheduledDate)))}` : bags;
}
