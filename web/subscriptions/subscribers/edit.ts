import type * as z from 'zod/mini';
import type { AdminSubscription, updateSubscription } from '../../../contract/subscriptions.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { type PackageType, planOf } from '../../../contract/values/prices.ts';
import { bagLimitOf, planOfSubscriber, statusLabels } from './words.ts';

/** Reads, validates and sends the fields of the Edit Subscription dialog. */

export interface EditFields {
  readonly packageType: PackageType;
  readonly status: AdminSubscription['status'];
  /** The field's text as typed. */
  readonly bagCountLimit: string;
}

export type Updates = NonNullable<z.input<(typeof updateSubscription)['body']>['updates']>;

type Editable = Pick<AdminSubscription, 'pricePerMonth' | 'status' | 'bagCountLimit'>;

export function fieldsOf(subscriber: Editable): EditFields {
  return {
    packageType: planOfSubscriber(subscriber).id,
    status: subscriber.status,
    bagCountLimit: String(bagLimitOf(subscriber)),
  };
}

export const bagLimits = { min: 1, max: 20 };

/** Returns why the server would refuse the bag limit; undefined for a valid one. */
export function bagLimitError(text: string): string | undefined {
  const { min, max } = bagLimits;
  const isValid = /^\d{1,2}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;
  return isValid ? undefined : `Bag count limit must be a number from ${min} to ${max}`;
}

/** Returns the changed fields to send. A package is sent as its monthly price. */
export function updatesOf(subscriber: Editable, edited: Partial<EditFields>): Updates {
  const now = fieldsOf(subscriber);
  const { packageType, status, bagCountLimit } = { ...now, ...edited };
  return {
    ...(packageType !== now.packageType && { pricePerMonth: centsToText(planOf(packageType).priceCents) }),
    ...(status !== now.status && { status }),
    ...(bagCountLimit.trim() !== now.bagCountLimit && { bagCountLimit: Number(bagCountLimit) }),
  };
}

/** Returns another dispatcher's changes to fields that this edit didn't send: "the status is now Cancelled". */
export function changedByOthers(before: Editable, now: Editable, sent: Updates = {}): string[] {
  return [
    before.pricePerMonth !== now.pricePerMonth &&
      sent.pricePerMonth === undefined &&
      `the package is now ${planOfSubscriber(now).name}`,
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
