import type { Subscription } from '../../../contract/subscriptions.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import type { CardProblem } from '../card/card-entry.ts';

/** An error of the card update dialog. */

export interface CardUpdateProblem {
  message: string;
  detail?: string;
  /** The bank declined the saved card: the next one needs a new form. */
  isRefused?: boolean;
}

const unchanged = "Your plan hasn't changed.";

/** The form could not be opened. */
export function explainOpening(error: unknown): CardUpdateProblem {
  return { message: 'The card form could not be opened.', detail: messageOf(error, 'Please try again.') };
}

/** The provider did not save the card. */
export function explainUnsaved({ message }: CardProblem): CardUpdateProblem {
  return { message: message || 'The card could not be saved. Please try another one.' };
}

/** The saved card was declined, or the outcome is unknown. */
export function explainFinishing(error: unknown): CardUpdateProblem {
  if (error instanceof ApiError && error.status === 402) {
    const detail = `${unchanged} Please try again, or use another card.`;
    return { message: messageOf(error, 'Your card was declined.'), detail, isRefused: true };
  }
  if (error instanceof ApiError && error.status < 500) return { message: messageOf(error, 'Please try again.') };
  const detail = messageOf(error, 'Please try again.');
  return {
    message: "We couldn't confirm that your card was saved.",
    detail: `${detail} You will not be charged twice.`,
  };
}

/** The toast shown once the plan has the new card. */
export function cardUpdateToast(before: Pick<Subscription, 'pastDueSince'>, after: Subscription): ToastMessage {
  const title = 'Card updated';
  if (after.pastDueSince !== null) return { title, description: 'The amount due will be charged to it.' };
  if (before.pastDueSince === null) return { title, description: "We'll charge your plan to this card from now on." };
  if (after.status === 'paused') return { title, description: 'Your payment went through. Your plan is still paused.' };
  return { title, description: 'Your payment went through, and your plan continues.' };
}
