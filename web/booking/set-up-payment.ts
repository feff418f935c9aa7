import type { CallResult } from '../../contract/endpoint.ts';
import { createPaymentIntent, intentIdOfSecret } from '../../contract/payments.ts';
import { notServedCode } from '../../contract/service-areas.ts';
import { createSubscription } from '../../contract/subscriptions.ts';
import { ApiError, messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { shownTerms } from '../api/client-settings.ts';
import { patience } from '../payments/card/card-entry.ts';
import type { ToastMessage } from '../ui/toast/toast.ts';
import { amountOf, type BookingDraft, planOfDraft, type WizardStep } from './booking-draft.ts';

export interface PaymentSetup {
  paymentIntentId: string;
  clientSecret: string;
  testCards: CallResult<typeof createPaymentIntent>['testCards'];
  /** The plan's ID on the server; undefined for a pickup. */
  subscriptionId?: string;
}

/** Opens the payment of a draft. 'already-paid': an earlier payment succeeded but its response was lost. */
export async function setUpPayment(draft: BookingDraft): Promise<PaymentSetup | 'already-paid'> {
  const setup = planOfDraft(draft) ? await setUpPlan(draft) : await setUpPickup(draft);
  if (setup !== 'already-paid' && !setup.clientSecret) {
    throw new Error('Payment setup failed - no client secret received');
  }
  return setup;
}

/** Sends the whole draft, so that the server can create the pickup once it is paid. */
async function setUpPickup(draft: BookingDraft): Promise<PaymentSetup | 'already-paid'> {
  const { address, bagCount, scheduledDate, draftKey } = draft;
  const specialInstructions = draft.specialInstructions.trim() || null;
  try {
    const { clientSecret, paymentIntentId, testCards } = await call(createPaymentIntent, {
      body: {
        amount: amountOf(draft),
        serviceType: draft.serviceType,
        booking: { address, bagCount, scheduledDate, specialInstructions, draftKey, shownTerms: shownTerms() },
      },
      signal: patience(),
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
      shownTerms: shownTerms(),
    },
    signal: patience(),
  });
  return { clientSecret, subscriptionId, testCards: undefined, paymentIntentId: intentIdOfSecret(clientSecret ?? '') };
}

/** Why a booking's payment cannot be set up. Shown at a field of the wizard, or else above its buttons. */
export interface SetupProblem {
  address?: string | undefined;
  instructions?: string | undefined;
  text?: string;
}

/** The toast when a booking's payment cannot be set up (BOOK-11), and the step where the customer can fix it. */
interface SetupFailure {
  message: ToastMessage;
  step?: WizardStep;
  problem: SetupProblem;
}

const fallback = 'Failed to create booking. Please try again.';

export function explainSetupFailure(error: unknown): SetupFailure {
  const variant = 'destructive';
  const problem = { text: messageOf(error, fallback) };
  if (error instanceof ApiError) {
    // Errors of a pickup's draft name its fields `booking.…`; a plan's don't.
    const errorAt = (field: string) => error.errors[`booking.${field}`] ?? error.errors[field];
    const day = errorAt('scheduledDate');
    if (day) return { message: { title: 'Invalid Date', description: day, variant }, step: 1, problem: { text: day } };
    if (error.code === 'terms_changed') {
      return { message: { title: 'Terms Changed', description: error.message, variant }, problem };
    }
    if (error.code === notServedCode) {
      const description = 'Please use another address, or leave your email below it.';
      return { message: { title: error.message, description, variant }, step: 2, problem: { address: error.message } };
    }
    const description = `Payment setup failed: ${error.status} ${bodyOf(error)}`;
    const message = { title: 'Error', description, variant } as const;
    const fields = { address: errorAt('address'), instructions: errorAt('specialInstructions') };
    return fields.address || fields.instructions ? { message, step: 2, problem: fields } : { message, problem };
  }
  if (error instanceof Error && error.message.startsWith('Payment setup failed')) {
    return { message: { title: 'Error', description: error.message, variant }, problem };
  }
  const description = messageOf(error, '');
  return { message: { title: fallback, ...(description && { description }), variant }, problem };
}

/** Returns the raw response body (BOOK-11). For a proxy's HTML error page, returns the error's message instead. */
function bodyOf(error: ApiError): string {
  const body = error.asText.slice(`${error.status}: `.length);
  return body.trimStart().startsWith('<') ? error.message : body;
}
