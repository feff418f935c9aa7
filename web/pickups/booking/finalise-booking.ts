import { createPickup, type Pickup } from '../../../contract/pickups.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import type { ToastMessage } from '../../ui/toast.ts';
import { amountOf, type BookingDraft, removeDraft } from './booking-draft.ts';

/**
 * Makes the pickup of a paid draft and forgets the draft. May be repeated: the server makes the pickup once, whichever
 * of this call, the payment itself and the provider's message comes first. Answers null when an earlier call with
 * other words made it already.
 */
export async function finaliseBooking(draft: BookingDraft): Promise<Pickup | null> {
  const { address, bagCount, serviceType, scheduledDate, paymentIntentId, draftKey } = draft;
  try {
    const pickup = await call(createPickup, {
      body: {
        address,
        bagCount,
        amount: amountOf(draft),
        serviceType,
        scheduledDate,
        specialInstructions: draft.specialInstructions.trim() || null,
        status: 'pending',
        ...(paymentIntentId && { paymentIntentId }),
      },
      idempotencyKey: draftKey,
    });
    removeDraft();
    return pickup;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'idempotency_key_reused') throw error;
    removeDraft();
    return null;
  }
}

/** Whether the server says that the draft's payment never succeeded: then the draft is open, and nothing is lost. */
export function isUnpaid(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 402 || error.status === 404);
}

/** SPEC section 8. The draft is kept, so that it can be tried again. */
export const finaliseFailure: ToastMessage = {
  title: 'There was an issue finalizing your booking.',
  description: 'Your payment went through and your booking is kept. Please try again.',
  variant: 'destructive',
};
