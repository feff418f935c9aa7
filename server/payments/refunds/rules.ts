/** Decides when a refused refund is tried again. Pure: the caller passes the facts. */

const hourMs = 60 * 60 * 1000;
/** A refund is tried again for this long after it was refused first. Then it stays with the dispatcher. */
export const triedForMs = 14 * 24 * hourMs;
const longestPauseMs = 24 * hourMs;

/**
 * Returns when a refund that was refused `tries` times is tried again: after 1, 2, 4, … hours, at most a day. Returns
 * null when it has been refused for 14 days.
 */
export function nextTryOf({ tries, refusedAt, now }: { tries: number; refusedAt: Date; now: Date }): Date | null {
  const next = new Date(now.getTime() + Math.min(longestPauseMs, hourMs * 2 ** (tries - 1)));
  return next.getTime() - refusedAt.getTime() > triedForMs ? null : next;
}

/** The word of a refund whose charge was returned otherwise: by a person in the provider's own screens, or a bank. */
export const returnedElsewhere = 'Returned at the payment provider';
/** The word of a refund of the previous release that a newer one replaced (`adopt_refunds()`). */
const replaced = 'Refunded again';

/** Returns whether staff settled a refund another way: no refund was made, and the customer has the money. */
export function isSettledByStaff({ settledAs }: { readonly settledAs: string | null }): boolean {
  return settledAs !== null && settledAs !== returnedElsewhere && settledAs !== replaced;
}

/** Returns the idempotency key of a refund that staff asked for, or of a part of a cancelled pickup's payment. */
export const refundKeyOf = (refundId: string) => `refund:${refundId}`;
/** Returns the idempotency key of the refund of all that is left of a payment. */
export const restKeyOf = (paymentId: string) => `refund:${paymentId}`;
/** Returns the idempotency key of the refund of a month that was charged after its plan's end. */
export const monthKeyOf = (invoiceId: string) => `refund:${invoiceId}`;
/** Returns the idempotency key of a part of what an ended plan owes. */
export const planKeyOf = (refundId: string) => `plan-refund:${refundId}`;
