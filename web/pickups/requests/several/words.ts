import type { AdminPickup } from '../../../../contract/pickups.ts';
import { centsOf, centsToText } from '../../../../contract/values/money.ts';
import { countedText } from '../../../ui/text/count-text.ts';
import { moneyText } from '../../../ui/text/money-text.ts';

export type SeveralMove = 'assign' | 'reschedule' | 'cancel';

const requests = (count: number) => countedText(String(count), 'request');
const are = (count: number) => `${requests(count)} ${count === 1 ? 'is' : 'are'}`;

export const severalWords = {
  assign: {
    title: (count: number) => `Assign ${requests(count)}`,
    confirm: 'Assign',
    keep: 'Cancel',
    done: 'Pickups Assigned',
    doneText: (count: number) => `${are(count)} assigned.`,
    failed: 'Not all are assigned',
  },
  reschedule: {
    title: (count: number) => `Reschedule ${requests(count)}`,
    confirm: 'Reschedule',
    keep: 'Cancel',
    done: 'Pickups Rescheduled',
    doneText: (count: number) => `${are(count)} on the new date.`,
    failed: 'Not all are rescheduled',
  },
  cancel: {
    title: (count: number) => `Cancel ${requests(count)}?`,
    confirm: 'Cancel Pickups',
    keep: 'Keep Pickups',
    done: 'Pickups Cancelled',
    doneText: (count: number) => `${are(count)} cancelled.`,
    failed: 'Not all are cancelled',
  },
} as const satisfies Record<SeveralMove, unknown>;

/** Returns a sentence that says how many of the chosen requests are paid, and how much is refunded at most. */
export function consequenceOfCancelling(
  chosen: readonly Pick<AdminPickup, 'paymentStatus' | 'amount' | 'status'>[],
): string {
  const paid = chosen.filter(({ paymentStatus, status }) => paymentStatus === 'paid' && status !== 'cancelled');
  const cents = paid.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  const refund =
    paid.length === 0
      ? 'None of these are paid.'
      : `${paid.length} of these ${paid.length === 1 ? 'is' : 'are'} paid: up to ${moneyText(centsToText(cents))} will be refunded.`;
  return `${refund} This can't be undone.`;
}
