import type { z } from 'zod/mini';
import type { Subscription } from '../../contract/subscriptions.ts';
import type { SubscriptionRow } from './store.ts';

/** A subscription as the wire has it. */
export function presentSubscription(row: SubscriptionRow): z.input<typeof Subscription> {
  const { nextPickupDate, nextLawnMowingDate, pausedUntil, cancellationDate, createdAt, updatedAt, ...rest } = row;
  return {
    ...rest,
    nextPickupDate: toText(nextPickupDate),
    nextLawnMowingDate: toText(nextLawnMowingDate),
    pausedUntil: toText(pausedUntil),
    cancellationDate: toText(cancellationDate),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function toText(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString();
}
