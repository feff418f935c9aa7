import type { CallArgs } from '../../../contract/endpoint.ts';
import type { AdminSubscription, updateSubscription } from '../../../contract/subscriptions.ts';
import { centsOf, centsToText, textToCents } from '../../../contract/values/money.ts';
import { dearerPriceFrom, monthlyPriceRange, noticeDays } from '../../../contract/values/plan/new-price.ts';
import { type PackageType, planOf, plans } from '../../../contract/values/prices.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import { moneyText } from '../../ui/text/money-text.ts';
import { bagLimitOf, planOfSubscriber, statusLabels } from './words.ts';

/** Reads, validates and sends the fields of the Edit Subscription dialog. */

export interface EditFields {
  readonly packageType: PackageType;
  /** The field's text as typed. */
  readonly pricePerMonth: string;
  /** The customer asked for the dearer price, so it is charged from the next month on. */
  readonly customerAsked: boolean;
  readonly status: AdminSubscription['status'];
  /** The field's text as typed. */
  readonly bagCountLimit: string;
}

export type Updates = NonNullable<CallArgs<typeof updateSubscription>['body']['updates']>;

type Editable = Pick<
  AdminSubscription,
  'packageType' | 'pricePerMonth' | 'pendingPrice' | 'status' | 'bagCountLimit' | 'currentPeriodEnd' | 'createdAt'
>;

/** Returns the fields of a subscriber. The price is the pending one if there is one. */
export function fieldsOf(subscriber: Editable): EditFields {
  return {
    packageType: subscriber.packageType,
    pricePerMonth: subscriber.pendingPrice ?? subscriber.pricePerMonth,
    customerAsked: false,
    status: subscriber.status,
    bagCountLimit: String(bagLimitOf(subscriber)),
  };
}

/** Returns the edit that chooses a package: its price is the agreed one, or the listed one of another package. */
export function packageEdit(
  subscriber: Editable,
  packageType: PackageType,
): Pick<EditFields, 'packageType' | 'pricePerMonth'> {
  if (packageType === subscriber.packageType) return { packageType, pricePerMonth: fieldsOf(subscriber).pricePerMonth };
  return { packageType, pricePerMonth: centsToText(planOf(packageType).priceCents) };
}

export const bagLimits = { min: 1, max: 20 };

/** Returns why the server would refuse the bag limit; undefined for a valid one. */
export function bagLimitError(text: string): string | undefined {
  const { min, max } = bagLimits;
  const isValid = /^\d{1,2}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;
  return isValid ? undefined : `Bag count limit must be a number from ${min} to ${max}`;
}

/** Returns why the server would refuse the price; undefined for a valid one. */
export function priceError(text: string): string | undefined {
  const cents = textToCents(text);
  const isValid = cents !== null && cents >= monthlyPriceRange.min && cents <= monthlyPriceRange.max;
  return isValid ? undefined : 'Please enter a price from 1.00 to 1000.00';
}

/** Returns the changed fields to send. A package and its price are sent together. */
export function updatesOf(subscriber: Editable, edited: Partial<EditFields>): Updates {
  const now = fieldsOf(subscriber);
  const { packageType, pricePerMonth, customerAsked, status, bagCountLimit } = { ...now, ...edited };
  const isPriced = packageType !== now.packageType || textToCents(pricePerMonth) !== centsOf(now.pricePerMonth);
  const isAsked = customerAsked && isDearer(subscriber, { packageType, pricePerMonth });
  const isSent = isPriced || (isAsked && Boolean(subscriber.pendingPrice));
  return {
    ...(isSent && { packageType, pricePerMonth: centsToText(textToCents(pricePerMonth) ?? 0) }),
    ...(isSent && isAsked && { customerAsked: true }),
    ...(status !== now.status && { status }),
    ...(bagCountLimit.trim() !== now.bagCountLimit && { bagCountLimit: Number(bagCountLimit) }),
  };
}

type PriceFields = Pick<EditFields, 'packageType' | 'pricePerMonth'>;

/** Returns true for a dearer price of the present package of a plan that hasn't ended. Such a price has to wait. */
export function isDearer(subscriber: Editable, { packageType, pricePerMonth }: PriceFields): boolean {
  if (subscriber.status === 'cancelled' || packageType !== subscriber.packageType) return false;
  return (textToCents(pricePerMonth) ?? 0) > centsOf(subscriber.pricePerMonth);
}

/** Returns from when the edited price is charged, in sentences; null if no price is edited. */
export function chargedText(subscriber: Editable, fields: EditFields, now: Date): string | null {
  if (priceError(fields.pricePerMonth) !== undefined || subscriber.status === 'cancelled') return null;
  const isPriced = updatesOf(subscriber, fields).pricePerMonth !== undefined;
  if (!isPriced) return null;
  const price = moneyText(fields.pricePerMonth);
  const told = 'The customer is told at once.';
  const end = subscriber.currentPeriodEnd === null ? null : new Date(subscriber.currentPeriodEnd);
  if (!isDearer(subscriber, fields)) {
    const next = end ? `from the next month on, ${dayOf(end)}` : 'from the next month on';
    const moved = fields.packageType === subscriber.packageType ? '' : ' The package changes now.';
    return `${price} is charged ${next}.${moved} ${told}`;
  }
  const plan = { currentPeriodEnd: end, createdAt: new Date(subscriber.createdAt) };
  const from = dayOf(dearerPriceFrom(plan, now, fields.customerAsked));
  const why = fields.customerAsked ? '' : `, because customers read of a higher price ${noticeDays} days ahead`;
  return `${price} is charged from ${from} on${why}. ${told}`;
}

const dayOf = (instant: Date) => formatDateKey(dateKeyOf(instant));

const dearestListCents = Math.max(...plans.map(({ priceCents }) => priceCents));

/**
 * Returns what is unusual about the price in an edit, as a question's text; null for a usual one, such as a package's
 * list price. A typing error would otherwise be charged.
 */
export function unusualPriceText(subscriber: Editable, { packageType, pricePerMonth }: Updates): string | null {
  if (packageType === undefined || pricePerMonth === undefined) return null;
  const cents = textToCents(pricePerMonth) ?? 0;
  const { priceCents: listCents, name } = planOf(packageType);
  if (cents === listCents) return null;
  const isSame = packageType === subscriber.packageType;
  const usualCents = isSame ? centsOf(subscriber.pricePerMonth) : listCents;
  const usual = `${name} ${isSame ? 'costs this customer' : 'costs'} ${moneyText(centsToText(usualCents))} a month`;
  if (cents > usualCents * 2) return `${usual}. The new price is more than double.`;
  if (cents * 2 < usualCents) return `${usual}. The new price is less than half.`;
  if (cents > dearestListCents) return `${usual}. The new price is above every price of your list.`;
  return null;
}

/** Returns another dispatcher's changes to fields that this edit didn't send: "the status is now Cancelled". */
export function changedByOthers(before: Editable, now: Editable, sent: Updates = {}): string[] {
  const isPriceSent = sent.pricePerMonth !== undefined;
  const price = fieldsOf(now).pricePerMonth;
  return [
    before.packageType !== now.packageType && !isPriceSent && `the package is now ${planOfSubscriber(now).name}`,
    fieldsOf(before).pricePerMonth !== price && !isPriceSent && `the price is now ${moneyText(price)}`,
    before.status !== now.status && sent.status === undefined && `the status is now ${statusLabels[now.status]}`,
    before.bagCountLimit !== now.bagCountLimit &&
      sent.bagCountLimit === undefined &&
      `the bag limit is now ${now.bagCountLimit}`,
  ].filter((change) => change !== false);
}

/** Returns "Someone else just changed it: the status is now Cancelled." */
export function othersText(changes: readonly string[]): string {
  return `Someone else just changed it: ${changes.join(', ')}.`;
}
