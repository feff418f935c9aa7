import { ApiError, messageOf } from '../api/api-error.ts';
import type { ToastMessage } from '../ui/toast/toast.ts';
import type { WizardStep } from './booking-draft.ts';

/** What is said when the payment of a booking cannot be set up (BOOK-11), and where the customer can mend it. */
export interface SetupFailure {
  message: ToastMessage;
  step?: WizardStep;
}

const fallback = 'Failed to create booking. Please try again.';

export function explainSetupFailure(error: unknown): SetupFailure {
  const variant = 'destructive';
  if (error instanceof ApiError) {
    const { scheduledDate, address, specialInstructions } = error.errors;
    if (scheduledDate) return { message: { title: 'Invalid Date', description: scheduledDate, variant }, step: 1 };
    const description = `Payment setup failed: ${error.status} ${bodyOf(error)}`;
    return { message: { title: 'Error', description, variant }, ...((address || specialInstructions) && { step: 2 }) };
  }
  if (error instanceof Error && error.message.startsWith('Payment setup failed')) {
    return { message: { title: 'Error', description: error.message, variant } };
  }
  const description = messageOf(error, '');
  return { message: { title: fallback, ...(description && { description }), variant } };
}

/** The response body as it came (BOOK-11); the page of a proxy in between is nothing to read. */
function bodyOf(error: ApiError): string {
  const body = error.asText.slice(`${error.status}: `.length);
  return body.trimStart().startsWith('<') ? error.message : body;
}
