import { ApiError, messageOf } from '../../api/api-error.ts';
import {
  type CardProblem,
  type Charged,
  isMarkedInForm,
  isRefundedAutomatically,
  notReady,
} from '../../payments/card/card-entry.ts';
import { expiredCard } from '../../payments/card/test-card/form-schema.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';

/** An error while buying a plan, with its title and message (PLAN-7). */
export interface SubscribeFailure extends ToastMessage {
  title: string;
  description: string;
  variant: 'destructive';
  /** What happens next: the same form, a new payment, a paid plan to activate, or an already active plan. */
  next: 'form' | 'new-payment' | 'unactivated' | 'subscribed';
  /** True if the form's fields show the error, so that only a toast repeats it. */
  isAtField?: true;
}

type Fields = 'name' | 'email' | 'address' | 'number' | 'expiry' | 'securityCode' | 'zip';

/** The fields of the payment form, in display order. */
export const fieldOrder: readonly Fields[] = ['name', 'email', 'address', 'number', 'expiry', 'securityCode', 'zip'];

function failure(title: string, description: string, next: SubscribeFailure['next'] = 'form'): SubscribeFailure {
  return { title, description, variant: 'destructive', next };
}

const incompleteNumber = 'Please enter a complete card number';
const invalidExpiry = 'Please enter a valid expiration date';
const incompleteBilling = 'Please complete all required billing information fields';

export function validationFailure(errors: Partial<Record<Fields, { message?: string } | undefined>>): SubscribeFailure {
  const first = fieldOrder.find((field) => errors[field]);
  const message = friendlyMessage(first, first && errors[first]?.message);
  return { ...failure('Form Validation Error', message), isAtField: true };
}

function friendlyMessage(field: Fields | undefined, message: string | undefined): string {
  if (field === 'securityCode') return 'Please enter the 3-digit security code (CVC)';
  if (field === 'expiry') return message === expiredCard ? expiredCard : invalidExpiry;
  if (field === 'name' || field === 'email' || field === 'address' || field === 'zip') return incompleteBilling;
  // Even a complete number may not belong to an accepted card.
  return field === 'number' && message === incompleteNumber ? incompleteNumber : 'Please check all payment fields';
}

/** Returns why the provider's form can't be charged yet, in the words of PLAN-5. The form itself marks the field. */
export function problemFailure(problem: CardProblem): SubscribeFailure {
  const { code, message } = problem;
  if (code === notReady.code) return failure('Subscription Error', message);
  // An invalid value (`invalid_number`) gets the general message.
  const otherMessage = code.startsWith('incomplete') ? incompleteBilling : 'Please check all payment fields';
  const invalid = failure('Form Validation Error', providerMessages[code] ?? otherMessage);
  return isMarkedInForm(problem) ? { ...invalid, isAtField: true } : invalid;
}

const providerMessages: Readonly<Record<string, string>> = {
  incomplete_number: incompleteNumber,
  incomplete_cvc: 'Please enter the 3-digit security code (CVC)',
  incomplete_expiry: invalidExpiry,
};

/** Returns why the payment couldn't be set up. */
export function setupFailure(error: unknown): SubscribeFailure {
  if (isAlreadySubscribed(error)) return alreadySubscribed(error);
  return failure('Setup Failed', messageOf(error, 'Unable to set up subscription. Please try again.'));
}

/** Returns true if the server says that this customer already has a plan. */
export function isAlreadySubscribed(error: unknown): error is ApiError {
  const isRuleBroken = error instanceof ApiError && error.status === 409;
  return isRuleBroken && (error.code === undefined || error.code === 'already_subscribed');
}

function alreadySubscribed(error: ApiError): SubscribeFailure {
  return failure('Already Subscribed', error.message, 'subscribed');
}

/** Returns the failure of a confirmed payment; null if it succeeded. */
export function paymentFailure(intent: Charged): SubscribeFailure | null {
  if (intent.status === 'succeeded') return null;
  if (intent.status === 'canceled') {
    return failure('Payment Failed', 'This payment was cancelled. Please try again.', 'new-payment');
  }
  if (intent.last_payment_error) return failure('Payment Failed', declineMessage(intent.last_payment_error));
  return statusUnclear();
}

function declineMessage({ code, decline_code, message }: NonNullable<Charged['last_payment_error']>): string {
  if (code === 'incomplete_number') return incompleteNumber;
  if (code === 'incomplete_cvc') return 'Please enter a valid security code.';
  if (code === 'incomplete_expiry') return invalidExpiry;
  // For insufficient funds the provider's message is more helpful.
  const isPlainDecline = code === 'card_declined' && decline_code !== 'insufficient_funds';
  if (isPlainDecline) return 'Your card was declined. Please try a different payment method.';
  return message || "Your payment didn't go through. Please try again.";
}

function statusUnclear(): SubscribeFailure {
  return failure(
    'Payment Status Unclear',
    "Your payment hasn't gone through yet. Please try again. You won't be charged twice.",
  );
}

/** Explains an error thrown while paying. If the payment was cancelled in the meantime, a new one is set up. */
export function payingFailure(error: unknown): SubscribeFailure {
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 409);
  const words = messageOf(error, "Something went wrong. Please try again. You won't be charged twice.");
  return failure('Subscription Error', words, isGone ? 'new-payment' : 'form');
}

/** Explains why a paid plan couldn't be activated. */
export function activationFailure(error: unknown, subscriptionId: string): SubscribeFailure {
  if (error instanceof ApiError && error.status === 402) return statusUnclear();
  if (error instanceof ApiError && error.code === 'already_subscribed') return alreadySubscribed(error);
  // The customer needn't contact support: the payment is refunded, and they can pay again.
  if (isRefundedAutomatically(error)) return failure('Activation Failed', error.message, 'new-payment');
  const unknown = `Payment succeeded but subscription activation failed. Please contact support with subscription ID: ${subscriptionId}`;
  const isStarting = error instanceof ApiError && error.code === 'starting';
  return failure('Activation Failed', isStarting ? error.message : unknown, 'unactivated');
}
