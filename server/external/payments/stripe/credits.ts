import type Stripe from 'stripe';
import { Refusal } from '../../../refusal.ts';
import type { CreditProvider, ProviderCredit } from '../credit-provider.ts';
import { creditPending, unusedCents } from '../unused-credit.ts';
import type { StripeTools } from './catalog.ts';
import { collect, everyOne, idOf, timeOf } from './lists.ts';
import { makeOnce, orUndefined } from './request.ts';

type CreditTools = Pick<StripeTools, 'stripe' | 'ask'>;

/** Customer balances at Stripe, where a negative amount is in the customer's favor. */
export function stripeCredits({ stripe, ask }: CreditTools): CreditProvider {
  const list = (customerId: string) =>
    collect(everyOne(ask, (page) => stripe.customers.listBalanceTransactions(customerId, page)));

  async function findByKey(customerId: string, key: string): Promise<Stripe.CustomerBalanceTransaction | undefined> {
    return (await list(customerId)).find((one) => one.metadata?.key === key);
  }

  async function findOrAdd(
    customerId: string,
    params: Stripe.CustomerCreateBalanceTransactionParams,
    idempotencyKey: string,
  ): Promise<Stripe.CustomerBalanceTransaction> {
    const find = () => findByKey(customerId, idempotencyKey);
    const add = (key: string) =>
      ask('customer_balance_transaction', () =>
        stripe.customers.createBalanceTransaction(customerId, params, { idempotencyKey: key }),
      );
    // Stripe forgets keys after a day, but a credit must not be added again even a month later.
    return (await find()) ?? (await makeOnce(idempotencyKey, add, find));
  }

  return {
    async addCredit({ customerId, amountCents, idempotencyKey, description }) {
      const amount = -amountCents;
      const params = { amount, currency: 'usd', description, metadata: { key: idempotencyKey } };
      const made = await orUndefined(findOrAdd(customerId, params, idempotencyKey));
      if (!made) throw new Refusal(404, 'Customer not found');
      if (made.amount !== amount) throw new Error(`the idempotency key ${idempotencyKey} was used for another amount`);
      return { id: made.id };
    },
    async creditOf(customerId) {
      const customer = await orUndefined(ask('customer', () => stripe.customers.retrieve(customerId)));
      // Avoids -0, which strict comparisons distinguish from 0.
      return customer && !customer.deleted ? 0 - customer.balance : 0;
    },
    async listCredits(customerId) {
      return ((await orUndefined(list(customerId))) ?? []).map(presentCredit);
    },
  };
}

function presentCredit({ id, metadata, amount, invoice, created }: Stripe.CustomerBalanceTransaction): ProviderCredit {
  return { id, key: metadata?.key ?? null, amountCents: -amount, invoiceId: idOf(invoice), at: timeOf(created) };
}

/** Stripe's minimum charge. A smaller amount is added to the customer's balance instead. */
const leastCents = 50;

/**
 * Checks the balance before a plan is created, because ending the plan later would not return a credit that has paid
 * its first month. Rejects with a 503 Refusal while the balance has unused credit of ours, and with a 409 Refusal when
 * a credit that isn't ours covers the month.
 */
export async function refuseCredit(
  { stripe, ask }: CreditTools,
  customerId: string,
  priceCents: number,
): Promise<void> {
  const customer = await ask('customer', () => stripe.customers.retrieve(customerId));
  if (customer.deleted || customer.balance >= 0) return;
  const credits = await stripeCredits({ stripe, ask }).listCredits(customerId);
  if (unusedCents(credits) > 0) throw creditPending();
  if (priceCents + customer.balance < leastCents) throw nothingToPay();
}

/**
 * Returns the 409 Refusal for a first month that a credit or coupon from Stripe's dashboard covers: no card would be
 * saved, and later months need one.
 */
export function nothingToPay(): Refusal {
  const message =
    'A credit on your account covers the first month, but a plan has to start with a card payment. Please contact us.';
  return new Refusal(409, message, { code: 'nothing_to_pay' });
}
