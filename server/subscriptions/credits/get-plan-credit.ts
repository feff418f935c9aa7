import type { z } from 'zod/mini';
import type { PlanCredit } from '../../../contract/plan/credit.ts';
import { centsToText } from '../../../contract/values/money.ts';
import type { Services } from '../../services.ts';
import { findLatestSubscription } from '../subscriptions.store.ts';
import { readCredits } from './read-credits.ts';

const none = { balance: '0.00', visits: [], isReturned: false };

/**
 * Returns the credit of a customer's plan for /billing: the balance by our books, and the visits that it comes from.
 */
export async function getPlanCredit(
  { db }: Pick<Services, 'db'>,
  customerId: string,
): Promise<z.input<typeof PlanCredit>> {
  const subscription = await findLatestSubscription(db, customerId);
  if (!subscription) return none;
  const { balanceCents, credits } = await readCredits(db, subscription);
  return {
    balance: centsToText(balanceCents),
    visits: credits
      .filter(({ leftCents }) => leftCents > 0)
      .map(({ serviceDay, amountCents, leftCents }) => {
        return { day: serviceDay, amount: centsToText(amountCents), left: centsToText(leftCents) };
      }),
    isReturned: subscription.status === 'cancelled',
  };
}
