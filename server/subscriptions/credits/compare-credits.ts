import { centsOf, centsToText } from '../../../contract/values/money.ts';
import type { Services } from '../../services.ts';
import { creditKeyOf } from './apply-credit.ts';
import { listCreditCustomers, listRecordedEntries, type RecordedCustomer } from './compare-credits.store.ts';
import { balanceOfPlans, closingKeyOf } from './finish-closings.ts';

type Sides = Pick<Services, 'db' | 'payments'>;

/**
 * Compares our plan credits with the provider's, for customers whose credits changed in a span of time. Returns the
 * differences as sentences. Expects that:
 * - the provider has each of our entries once with its amount, and none that we don't have,
 * - the balance, without what a person gave, is the credits written minus those used and closed.
 */
export async function compareCredits(services: Sides, span: { since: Date; until: Date }): Promise<string[]> {
  const differences: string[] = [];
  for (const customer of await listCreditCustomers(services.db, span)) {
    differences.push(...(await compareCustomer(services, customer)));
  }
  return differences;
}

async function compareCustomer({ db, payments }: Sides, customer: RecordedCustomer): Promise<string[]> {
  const { customerId, username, stripeCustomerId, used } = customer;
  const entries = stripeCustomerId ? await payments.listCredits(stripeCustomerId) : [];
  const theirs = new Map(entries.flatMap(({ key, amountCents }) => (key === null ? [] : [[key, amountCents]])));
  const differences: string[] = [];
  let balanceCents = -centsOf(used);
  for (const { id, kind, amount } of await listRecordedEntries(db, customerId)) {
    const key = kind === 'credit' ? creditKeyOf(id) : closingKeyOf(id);
    const ours = centsOf(amount);
    balanceCents += ours;
    const there = theirs.get(key);
    theirs.delete(key);
    if (there === ours) continue;
    const said = there === undefined ? 'nothing' : `$${centsToText(there)}`;
    differences.push(`${key} of ${username} is $${amount} in our books; the provider says ${said}.`);
  }
  for (const [key, cents] of theirs) {
    differences.push(`${key} of ${username} is $${centsToText(cents)} at the provider; our books say nothing.`);
  }
  const thereCents = balanceOfPlans(entries);
  if (thereCents !== balanceCents) {
    const [ours, there] = [centsToText(balanceCents), centsToText(thereCents)];
    differences.push(`the balance of ${username} is $${there} at the provider; our books say $${ours}.`);
  }
  return differences;
}
