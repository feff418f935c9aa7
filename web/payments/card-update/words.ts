import type { Subscription } from '../../../contract/subscriptions.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import type { CardProblem } from '../card/card-entry.ts';

/** What is said while another card is saved for a plan. */

export interface CardUpdateProblem {
  message: string;
  detail?: string;
  /** The bank refuses the card that was saved: the next one needs a form of its own. */
  isRefused?: boolean;
}

const nothingLost = 'Your plan stays as it is.';

/** The form could not be opened. */
export function explainOpening(error: unknown): CardUpdateProblem {
  return { message: 'The card form could not be opened.', detail: messageOf(error, 'Please try again.') };
}

/** The provider did not save the card. */
export function explainUnsaved({ message }: CardProblem): CardUpdateProblem {
  return { message: message || 'The card could not be saved. Please try another one.' };
}

/** The saved card was not taken, or nobody said whether it was. */
export function explainFinishing(error: unknown): CardUpdateProblem {
  if (error instanceof ApiError && error.status === 402) {
    const detail = `${nothingLost} Please try again, or use another card.`;
    return { message: messageOf(error, 'Your card was declined.'), detail, isRefused: true };
  }
  if (error instanceof ApiError && error.status < 500) return { message: messageOf(error, 'Please try again.') };
  const detail = messageOf(error, 'Please try again.');
  return {
    message: 'We could not hear whether your card was saved.',
    detail: `${detail} You will not be charged twice.`,
  };
}

/** What to tell once the plan has the card. */
export function cardUpdateNews(before: Pick<Subscription, 'pastDueSince'>, after: Subscription): ToastMessage {
  const title = 'Card updated';
  if (after.pastDueSince !== null) return { title, description: 'What is due will be charged to it.' };
  if (before.pastDueSince === null) return { title, description: 'Your plan is charged to it from now on.' };
  if (after.status === 'paused') return { title, description: 'Your payment went through. Your plan is still paused.' };
  return { title, description: 'Your payment went through, and your plan goes on.' };
}
