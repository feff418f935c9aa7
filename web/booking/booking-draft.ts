import { v4 as newDraftKey } from 'uuid';
import { bagsText, maxInstructionsLength } from '../../contract/pickups.ts';
import { defaultPreferredDay, defaultPreferredTime, preferredDays } from '../../contract/subscriptions.ts';
import { centsToText } from '../../contract/values/money.ts';
import {
  defaultBagTier,
  type PackageType,
  type Plan,
  packageTypes,
  planOf,
  priceOfBags,
} from '../../contract/values/prices.ts';
import { maxAddressLength } from '../../contract/values/shapes.ts';
import { checkBookingDay, serviceTypeOf } from '../../contract/values/time/booking-dates.ts';
import { dateKeyOf, defaultScheduledDate, formatDateKey } from '../../contract/values/time/dates.ts';

import { lasting } from '../api/storage.ts';
import { preferredTimes, rhythmText } from '../subscriptions/plan-words.ts';

/**
 * Storage key of the booking that a customer is making (BOOK-12): a pickup or a plan. The draft is stored from the
 * first step until the server has created the pickup or plan. So a reload or a closed tab never loses it, even after
 * the payment.
 */
export const draftStorageKey = 'booking-data';

const planType = 'subscription';

export type WizardStep = 1 | 2 | 3;

export interface BookingDraft {
  readonly serviceType: string;
  readonly bagCount: number;
  /** A UTC instant; empty until a date is chosen. */
  readonly scheduledDate: string;
  readonly address: string;
  readonly specialInstructions: string;
  /** The chosen plan. For a pickup, the plan that was selected last, if any. */
  readonly packageType: PackageType | null;
  readonly preferredDay: (typeof preferredDays)[number];
  readonly preferredTime: (typeof preferredTimes)[number];
  /** The idempotency key: sending the same draft again does not book twice. */
  readonly draftKey: string;
  /** The customer who owns the draft, so that another customer on this browser starts with a new one. */
  readonly customerId?: string | undefined;
  /** The last step that was reached. */
  readonly step: WizardStep;
  readonly paymentIntentId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** The server's id of the plan that is waiting for its payment. */
  readonly subscriptionId?: string | undefined;
  /** A card was submitted. Only the server knows whether it was charged. */
  readonly isSubmitted?: boolean | undefined;
  /** The payment succeeded, but the booking isn't finalized yet. */
  readonly isPaid?: boolean | undefined;
}

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
    const draft = readDraft(JSON.parse(json ?? 'null'));
    return draft && (draft.customerId ?? customerId) === customerId ? draft : null;
  } catch {
    return null;
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const flagOf = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
const oneOf = <T>(values: readonly T[], value: unknown) => values.find((one) => one === value);

/**
 * Validates a stored draft. Returns null if one of the pickup's fields is missing or invalid; other fields get their
 * defaults. Written by hand, because every customer's home page does this and would otherwise load Zod.
 */
function readDraft(stored: unknown): BookingDraft | null {
  const fields = Object(stored) as Record<string, unknown>;
  const { bagCount } = fields;
  const [scheduledDate, address] = [textOf(fields.scheduledDate), textOf(fields.address)];
  const specialInstructions = textOf(fields.specialInstructions ?? '');
  if (typeof bagCount !== 'number' || priceOfBags(bagCount) === null) return null;
  if (scheduledDate === undefined || (scheduledDate !== '' && !isInstant(scheduledDate))) return null;
  if (address === undefined || address.length > maxAddressLength) return null;
  if (specialInstructions === undefined || specialInstructions.length > maxInstructionsLength) return null;
  const draftKey = textOf(fields.draftKey);
  return {
    ...{ bagCount, scheduledDate, address, specialInstructions },
    serviceType: textOf(fields.serviceType) ?? 'one-time',
    packageType: oneOf(packageTypes, fields.packageType) ?? null,
    preferredDay: oneOf(preferredDays, fields.preferredDay) ?? defaultPreferredDay,
    preferredTime: oneOf(preferredTimes, fields.preferredTime) ?? defaultPreferredTime,
    draftKey: draftKey && uuid.test(draftKey) ? draftKey : newDraftKey(),
    customerId: textOf(fields.customerId),
    step: oneOf([1, 2, 3] as const, fields.step) ?? 1,
    paymentIntentId: textOf(fields.paymentIntentId),
    clientSecret: textOf(fields.clientSecret),
    subscriptionId: textOf(fields.subscriptionId),
    isSubmitted: flagOf(fields.isSubmitted),
    isPaid: flagOf(fields.isPaid),
  };
}

const isInstant = (text: string) => instant.test(text) && !Number.isNaN(Date.parse(text));

/** Returns the stored draft or a new one. A date that can no longer be booked becomes the default date. */
export function resumeDraft(stored: BookingDraft | null, customer: Customer, now: Date, cutoff: string | null) {
  if (!stored) return newDraft(customer, now);
  if (!stored.scheduledDate) return stored;
  const isPlan = isPlanDraft(stored);
  const scheduledDate = new Date(stored.scheduledDate);
  if (checkBookingDay(dateKeyOf(scheduledDate), now, cutoff).ok) {
    // The service type depends on today's date.
    return isPlan ? stored : { ...stored, serviceType: serviceTypeOf(scheduledDate, now) };
  }
  const { scheduledDate: date, serviceType } = newDraft(customer, now);
  // A plan does not use the date, but the customer may switch back to a single pickup.
  return { ...stored, scheduledDate: date, ...(!isPlan && { serviceType, step: 1 as const }) } satisfies BookingDraft;
}

export function isPlanDraft(draft: Pick<BookingDraft, 'serviceType'>): boolean {
  return draft.serviceType === planType;
}

/** Returns the changes that turn the draft into a plan. The pickup fields stay, in case the customer switches back. */
export function asPlan(packageType: PackageType | null): Partial<BookingDraft> {
  return { serviceType: planType, packageType: packageType ?? 'clean-carry', ...noPayment };
}

/** Returns the changes that turn the draft into a single pickup. */
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

/** Returns the price in wire format: "45.00". For a plan, the price of one month. */
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
