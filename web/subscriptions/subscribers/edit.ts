import type * as z from 'zod/mini';
import type { AdminSubscription, updateSubscription } from '../../../contract/subscriptions.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { type PackageType, planOf } from '../../../contract/values/prices.ts';
import { bagLimitOf, planOfSubscriber, statusLabels } from './words.ts';

/** What the Edit Subscription dialog holds, checks and sends. */

export interface EditFields {
  readonly packageType: PackageType;
  readonly status: AdminSubscription['status'];
  /** As typed. */
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

const fewestBags = 1;
const mostBags = 20;
export const bagLimits = { min: fewestBags, max: mostBags };

/** What is wrong with a bag limit; undefined for one that the server takes. */
export function bagLimitComplaint(text: string): string | undefined {
  const isWhole = /^\d{1,2}$/.test(text.trim());
  const limit = Number(text);
  return isWhole && limit >= fewestBags && limit <= mostBags
    ? undefined
    : `Bag count limit must be a number from ${fewestBags} to ${mostBags}`;
}

/** What is sent: only what was changed. A package is sent as its monthly price. */
export function updatesOf(subscriber: Editable, edited: Partial<EditFields>): Updates {
  const now = fieldsOf(subscriber);
  const { packageType, status, bagCountLimit } = { ...now, ...edited };
  return {
    ...(packageType !== now.packageType && { pricePerMonth: centsToText(planOf(packageType).priceCents) }),
    ...(status !== now.status && { status }),
    ...(bagCountLimit.trim() !== now.bagCountLimit && { bagCountLimit: Number(bagCountLimit) }),
  };
}

/**
 * What somebody else changed: how `now` differs from `before` in what was not sent by us. "the status is now Cancelled",
 * one entry a field.
 */
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

/** "Meanwhile somebody else changed it: the status is now Cancelled." */
export function othersText(changes: readonly string[]): string {
  return `Meanwhile somebody else changed it: ${changes.join(', ')}.`;
}
