import { centsOf, textToCents } from '../../../contract/values/money.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { SubscriptionRow } from '../subscriptions.store.ts';
import { listCredits, sumUsed } from './credits.store.ts';

export interface PlanCredits {
  /** The unused credit, in cents. Negative when a remainder too small to charge is carried to the next invoice. */
  readonly balanceCents: number;
  /**
   * Every credit, oldest first. `leftCents` is its unused part. `isApplied` is true once invoices, or the end of the
   * plan, have used all of it.
   */
  readonly credits: readonly { serviceDay: DateKey; amountCents: number; leftCents: number; isApplied: boolean }[];
}

/** Returns a plan's credits by our books. The oldest are used first. */
export async function readCredits(db: Db, { id }: Pick<SubscriptionRow, 'id'>): Promise<PlanCredits> {
  const usedCents = textToCents(await sumUsed(db, id)) ?? 0;
  let sumCents = 0;
  const credits = (await listCredits(db, id)).map(({ serviceDay, amount }) => {
    const amountCents = centsOf(amount);
    sumCents += amountCents;
    const leftCents = Math.min(amountCents, Math.max(0, sumCents - usedCents));
    return { serviceDay, amountCents, leftCents, isApplied: leftCents === 0 };
  });
  return { balanceCents: sumCents - usedCents, credits };
}
