import { ApiError, messageOf } from '../../api/api-error.ts';
import { type CardProblem, isRefundedAutomatically, notReady } from '../../payments/card/card-entry.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';

/** Which title and words belong to what went wrong while a plan is bought (PLAN-7). */
export interface SubscribeFailure extends ToastMessage {
  title: string;
  description: string;
  variant: 'destructive';
  /**
   * Where it leaves the customer: the form as it is, a payment that must be set up anew, a paid plan that does not run
   * yet, or a plan that runs already.
   */
  next: 'form' | 'new-payment' | 'unactivated' | 'subscribed';
}

type Fields = 'name' | 'email' | 'address' | 'number' | 'expiry' | 'securityCode' | 'zip';

/** The fields of the payment form in the order in which they stand. */
export const fieldOrder: readonly Fields[] = ['name', 'email', 'address', 'number', 'expiry', 'securityCode', 'zip'];

const failure = (title: string, description: string, next: SubscribeFailure['next'] = 'form'): SubscribeFailure => ({
  title,
  description,
  variant: 'destructive',
  next,
});

const incompleteNumber = 'Please enter a complete card number';
const invalidExpiry = 'Please enter a valid expiration date';
const incompleteBilling = 'Please complete all required billing information fields';

/** What is wrong with the first wrong field, in friendly words. */
export function validationFailure(errors: Partial<Record<Fields, { message?: string } | undefined>>): SubscribeFailure {
  const first = fieldOrder.find((field) => errors[field]);
  return failure('Form Validation Error', friendlyWords(first, first && errors[first]?.message));
}

function friendlyWords(field: Fields | undefined, message: string | undefined): string {
  if (field === 'securityCode') return 'Please enter the 3-digit security code (CVC)';
  if (field === 'expiry') return invalidExpiry;
  if (field === 'name' || field === 'email' || field === 'address' || field === 'zip') return incompleteBilling;
  // A complete number may still be no card that is taken here.
  return field === 'number' && message === incompleteNumber ? incompleteNumber : 'Please check all payment fields';
}

/** The provider's own form cannot be charged as it stands. It marks the field; the texts are those of PLAN-5. */
export function problemFailure({ code, message }: CardProblem): SubscribeFailure {
  if (code === notReady.code) return failure('Subscription Error', message);
  return failure('Form Validation Error', providersFields[code] ?? otherProblem(code));
}

const providersFields: Readonly<Record<string, string>> = {
  incomplete_number: incompleteNumber,
  incomplete_cvc: 'Please enter the 3-digit security code (CVC)',
  incomplete_expiry: invalidExpiry,
};

/** Something is missing, or what is there is none (`invalid_number`): then all fields are worth a look. */
function otherProblem(code: string): string {
  return code.startsWith('incomplete') ? incompleteBilling : 'Please check all payment fields';
}

/** The payment could not be set up. */
export function setupFailure(error: unknown): SubscribeFailure {
  if (isAlreadySubscribed(error)) return alreadySubscribed(error);
  return failure('Setup Failed', messageOf(error, 'Unable to set up subscription. Please try again.'));
}

/** Whether the server says that this customer has a plan already. */
export function isAlreadySubscribed(error: unknown): error is ApiError {
  const isRuleBroken = error instanceof ApiError && error.status === 409;
  return isRuleBroken && (error.code === undefined || error.code === 'already_subscribed');
}

function alreadySubscribed(error: ApiError): SubscribeFailure {
  return failure('Already Subscribed', error.message, 'subscribed');
}

interface ConfirmedIntent {
  status: string;
  last_payment_error: { code: string; decline_code: string; message: string } | null;
}

/** What the provider says of the payment; null when it succeeded. */
export function paymentFailure(intent: ConfirmedIntent): SubscribeFailure | null {
  if (intent.status === 'succeeded') return null;
  if (intent.status === 'canceled') {
    return failure('Payment Failed', 'This payment was cancelled. Please try again.', 'new-payment');
  }
  if (intent.last_payment_error) return failure('Payment Failed', refusalWords(intent.last_payment_error));
  return statusUnclear();
}

function refusalWords({ code, decline_code, message }: NonNullable<ConfirmedIntent['last_payment_error']>): string {
  if (code === 'incomplete_number') return incompleteNumber;
  if (code === 'incomplete_cvc') return 'Please enter a valid security code.';
  if (code === 'incomplete_expiry') return invalidExpiry;
  // The provider knows more of a card without funds, and says so.
  const isPlainDecline = code === 'card_declined' && decline_code !== 'insufficient_funds';
  if (isPlainDecline) return 'Your card was declined. Please try a different payment method.';
  return message || 'Your payment could not be made. Please try again.';
}

function statusUnclear(): SubscribeFailure {
  return failure(
    'Payment Status Unclear',
    'Your payment has not succeeded yet. Please try again: you will not be charged twice.',
  );
}

/** Paying raised. A payment that was cancelled meanwhile is set up anew. */
export function payingFailure(error: unknown): SubscribeFailure {
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 409);
  const words = messageOf(error, 'Something went wrong. Please try again: you will not be charged twice.');
  return failure('Subscription Error', words, isGone ? 'new-payment' : 'form');
}

/** Paid, but the plan does not run. */
export function activationFailure(error: unknown, subscriptionId: string): SubscribeFailure {
  if (error instanceof ApiError && error.status === 402) return statusUnclear();
  if (error instanceof ApiError && error.code === 'already_subscribed') return alreadySubscribed(error);
  // Nobody has to reach support for it: what was paid comes back, and another payment can be made.
  if (isRefundedAutomatically(error)) return failure('Activation Failed', error.message, 'new-payment');
  if (error instanceof ApiError && error.code === 'starting')
    return failure('Activation Failed', error.message, 'unactivated');
  return failure(
    'Activation Failed',
    `Payment succeeded but subscription activation failed. Please contact support with subscription ID: ${subscriptionId}`,
    'unactivated',
  );
}
