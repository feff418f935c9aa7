import type { CallResult } from '../../contract/endpoint.ts';
import { createPaymentIntent, intentIdOfSecret } from '../../contract/payments.ts';
import { createSubscription } from '../../contract/subscriptions.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import type { BookingDraft } from './booking-draft.ts';
import { amountOf, planOfDraft } from './draft-words.ts';

export interface PaymentSetup {
  paymentIntentId: string;
  clientSecret: string;
  testCards: CallResult<typeof createPaymentIntent>['testCards'];
  /** Of a plan: what the server calls it until it is paid. */
  subscriptionId?: string;
}

/**
 * Opens the payment of a draft. 'already-paid': an earlier payment of this very draft succeeded and its answer was lost;
 * it must not be paid twice.
 */
export async function setUpPayment(draft: BookingDraft): Promise<PaymentSetup | 'already-paid'> {
  const setup = planOfDraft(draft) ? await setUpPlan(draft) : await setUpPickup(draft);
  if (setup !== 'already-paid' && !setup.clientSecret) {
    throw new Error('Payment setup failed - no client secret received');
  }
  return setup;
}

/** The draft travels along, so that the server can make the pickup once the money is there. */
async function setUpPickup(draft: BookingDraft): Promise<PaymentSetup | 'already-paid'> {
  const { address, bagCount, scheduledDate, draftKey } = draft;
  const specialInstructions = draft.specialInstructions.trim() || null;
  try {
    const { clientSecret, paymentIntentId, testCards } = await call(createPaymentIntent, {
      body: {
        amount: amountOf(draft),
        serviceType: draft.serviceType,
        booking: { address, bagCount, scheduledDate, specialInstructions, draftKey },
      },
    });
    return { clientSecret, testCards, paymentIntentId: paymentIntentId || intentIdOfSecret(clientSecret ?? '') };
  } catch (error) {
    if (error instanceof ApiError && error.status === 409 && error.code === 'already_paid') return 'already-paid';
    throw error;
  }
}

async function setUpPlan(draft: BookingDraft): Promise<PaymentSetup> {
  const { address, preferredDay, preferredTime } = draft;
  const { clientSecret, subscriptionId } = await call(createSubscription, {
    body: {
      packageType: draft.packageType ?? 'clean-carry',
      preferredDay,
      preferredTime,
      address,
      specialInstructions: draft.specialInstructions.trim() || null,
    },
  });
  return { clientSecret, subscriptionId, testCards: undefined, paymentIntentId: intentIdOfSecret(clientSecret ?? '') };
}
