import type { CallResult } from '../../../contract/endpoint.ts';
import { createPaymentIntent, intentIdOfSecret } from '../../../contract/payments.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { amountOf, type BookingDraft } from './booking-draft.ts';

export interface PaymentSetup {
  paymentIntentId: string;
  clientSecret: string;
  testCards: CallResult<typeof createPaymentIntent>['testCards'];
}

/**
 * Opens the payment of a draft. 'already-paid': an earlier payment of this very draft succeeded and its answer was lost;
 * it must not be paid twice. The draft travels along, so that the server can make the pickup once the money is there.
 */
export async function setUpPayment(draft: BookingDraft): Promise<PaymentSetup | 'already-paid'> {
  const { address, bagCount, scheduledDate, draftKey } = draft;
  try {
    const answer = await call(createPaymentIntent, {
      body: {
        amount: amountOf(draft),
        serviceType: draft.serviceType,
        booking: {
          address,
          bagCount,
          scheduledDate,
          specialInstructions: draft.specialInstructions.trim() || null,
          draftKey,
        },
      },
    });
    const { clientSecret, testCards } = answer;
    if (!clientSecret) throw new Error('Payment setup failed - no client secret received');
    return { clientSecret, testCards, paymentIntentId: answer.paymentIntentId || intentIdOfSecret(clientSecret) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 409 && error.code === 'already_paid') return 'already-paid';
    throw error;
  }
}
