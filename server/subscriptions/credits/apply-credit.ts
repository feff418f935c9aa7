import { centsOf } from '../../../contract/values/money.ts';
import { formatDateKey } from '../../../contract/values/time/dates.ts';
import type { Services } from '../../services.ts';
import { type CreditToApply, findToApply, listToApplyOf, setApplied } from './credits.store.ts';

/**
 * Adds a credit to the customer's balance at the provider, which takes it off the next invoice. Safe to repeat: the
 * provider finds the credit by its key, so a crash before its id is saved never adds it twice.
 */
export async function applyCredit(services: Pick<Services, 'db' | 'payments'>, creditId: string): Promise<void> {
  const credit = await findToApply(services.db, creditId);
  if (credit) await apply(services, credit);
}

/** Applies every credit of a plan that the provider doesn't have yet. */
export async function applyCreditsOf(
  services: Pick<Services, 'db' | 'payments'>,
  subscriptionId: string,
): Promise<void> {
  for (const credit of await listToApplyOf(services.db, subscriptionId)) await apply(services, credit);
}

async function apply({ db, payments }: Pick<Services, 'db' | 'payments'>, credit: CreditToApply): Promise<void> {
  const { id } = await payments.addCredit({
    customerId: credit.stripeCustomerId,
    amountCents: centsOf(credit.amount),
    idempotencyKey: creditKeyOf(credit.id),
    description: `Visit of ${formatDateKey(credit.serviceDay)} not made`,
  });
  await setApplied(db, credit.id, id);
}

export function creditKeyOf(creditId: string): string {
  return `credit:${creditId}`;
}
