import type { z } from 'zod/mini';
import type { Subscription, updateSubscription } from '../../contract/subscriptions.ts';
import type { AdminSubscriptionRow, SubscriptionRow } from './subscriptions.store.ts';

export function presentSubscription(row: SubscriptionRow): z.input<typeof Subscription> {
  const { nextPickupDate, nextLawnMowingDate, pausedUntil, cancellationDate, createdAt, updatedAt, ...more } = row;
  const { currentPeriodEnd, pastDueSince, pendingFrom, pendingPriceFrom, ...rest } = more;
  return {
    ...rest,
    nextPickupDate: toText(nextPickupDate),
    nextLawnMowingDate: toText(nextLawnMowingDate),
    pausedUntil: toText(pausedUntil),
    pendingFrom: toText(pendingFrom),
    pendingPriceFrom: toText(pendingPriceFrom),
    cancellationDate: toText(cancellationDate),
    currentPeriodEnd: toText(currentPeriodEnd),
    pastDueSince: toText(pastDueSince),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export function presentAdminSubscription(row: AdminSubscriptionRow): z.input<(typeof updateSubscription)['response']> {
  const { customerUsername, customerFirstName, customerLastName, customerEmail, customerPhone, customerAddress } = row;
  return {
    ...presentSubscription(row),
    ...{ customerUsername, customerFirstName, customerLastName, customerEmail, customerPhone, customerAddress },
  };
}

function toText(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString();
}
