import { createPickup } from '../../contract/pickups.ts';
import { confirmSubscriptionPayment } from '../../contract/subscriptions.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { isRefundedAutomatically, patience } from '../payments/card/card-entry.ts';
import { planStartedText } from '../subscriptions/plan-words.ts';
import type { ToastMessage } from '../ui/toast/toast.ts';
import { amountOf, type BookingDraft, describePickup, planOfDraft, removeDraft } from './booking-draft.ts';

/**
 * Creates the pickup or plan of a paid draft, removes the draft and returns the success toast. Safe to repeat: the
 * server creates it once, whether this call, the payment or the provider's webhook comes first. The draft is also
 * removed when its payment is refunded automatically.
 */
export async function finalizeBooking(draft: BookingDraft): Promise<ToastMessage> {
  try {
    const success = planOfDraft(draft) ? await startPlan(draft) : await makePickup(draft);
    removeDraft();
    return success;
  } catch (error) {
    if (isRefundedAutomatically(error)) removeDraft();
    throw error;
  }
}

/**
 * Books the pickup of a draft with an earlier payment. The draft stays if the payment can't be used. Safe to repeat.
 */
export async function bookWithPayment(draft: BookingDraft, paymentIntentId: string): Promise<ToastMessage> {
  const success = await makePickup({ ...draft, paymentIntentId });
  removeDraft();
  return success;
}

async function makePickup(draft: BookingDraft): Promise<ToastMessage> {
  const { address, bagCount, serviceType, scheduledDate, paymentIntentId, draftKey } = draft;
  const booked = (pickup: Parameters<typeof describePickup>[0]) => {
    return { title: 'Pickup Booked!', description: `${describePickup(pickup)}.` };
  };
  try {
    const pickup = await call(createPickup, {
      body: {
        ...{ address, bagCount, serviceType, scheduledDate, amount: amountOf(draft), status: 'pending' },
        specialInstructions: draft.specialInstructions.trim() || null,
        ...(paymentIntentId && { paymentIntentId }),
      },
      idempotencyKey: draftKey,
      signal: patience(),
    });
    return booked(pickup);
  } catch (error) {
    // An earlier call with different details already created the pickup.
    if (error instanceof ApiError && error.code === 'idempotency_key_reused') return booked(draft);
    throw error;
  }
}

async function startPlan(draft: BookingDraft): Promise<ToastMessage> {
  const { subscriptionId = '', preferredDay, preferredTime } = draft;
  const { success, message, subscription } = await call(confirmSubscriptionPayment, {
    body: { subscriptionId, ...(draft.packageType && { packageType: draft.packageType }), preferredDay, preferredTime },
    signal: patience(),
  });
  if (!success) throw new Error(message);
  return { title: 'Subscription Active!', description: planStartedText(subscription) };
}

/** Returns true if the server says that the draft's payment never succeeded, so that the draft can be continued. */
export function isUnpaid(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 402 || error.status === 404);
}

/**
 * Returns the error toast. The draft stays stored for another try (BOOK-10), unless its payment is refunded
 * automatically.
 */
export function finalizeFailure(error: unknown): ToastMessage {
  return {
    title: 'There was an issue finalizing your booking.',
    description: isRefundedAutomatically(error)
      ? error.message
      : 'Your payment went through and your booking is saved. Please try again.',
    variant: 'destructive',
  };
}
