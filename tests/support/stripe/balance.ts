import type Stripe from 'stripe';
import type { StripeBooks } from './books.ts';
import { invalid } from './faults.ts';
import { liveCustomer } from './pay.ts';
import type { ParamsOf } from './requests.ts';

/** Handles requests about customers' balances, which are negative in their favor. Every change is a transaction. */
export function balanceHandlers(books: StripeBooks) {
  return {
    'POST /v1/customers/:id/balance_transactions': (
      params: ParamsOf<'POST /v1/customers/:id/balance_transactions'>,
      id: string,
    ) => {
      const { amount, currency, description = null } = params;
      if (currency !== 'usd') throw invalid('This stand-in keeps balances in US dollars.', { param: 'currency' });
      if (amount === 0) throw invalid('The amount must not be zero.', { param: 'amount' });
      if (description && description.length > 350) throw invalid('At most 350 characters.', { param: 'description' });
      const metadata = (params.metadata || {}) as Stripe.Metadata;
      return changeBalance(books, liveCustomer(books, id), amount, { type: 'adjustment', description, metadata });
    },
  };
}

type Known = Pick<Stripe.CustomerBalanceTransaction, 'type'> & Partial<Stripe.CustomerBalanceTransaction>;

export function changeBalance(
  books: StripeBooks,
  customer: Stripe.Customer,
  amount: number,
  known: Known,
): Stripe.CustomerBalanceTransaction {
  customer.balance += amount;
  const transaction: Stripe.CustomerBalanceTransaction = {
    ...{ id: books.newId('cbtxn'), object: 'customer_balance_transaction', created: books.now(), amount },
    ...{ checkout_session: null, credit_note: null, currency: 'usd', customer: customer.id, customer_account: null },
    ...{ description: null, ending_balance: customer.balance, invoice: null, livemode: false, metadata: {} },
    ...known,
  };
  books.balanceTransactions.set(transaction.id, transaction);
  books.emit('customer.updated', customer);
  return transaction;
}

/** Smaller amounts are not charged. */
const leastCents = 50;

/**
 * Applies the balance to an invoice that is finalized: a credit pays it first, and an owed remainder is added to the
 * charge. An amount too small to charge is added to the balance.
 */
export function applyBalance(books: StripeBooks, invoice: Stripe.Invoice): void {
  const customer = books.customers.get(String(invoice.customer));
  if (!customer || customer.deleted) return;
  const before = customer.balance;
  const due = invoice.total + before;
  invoice.starting_balance = before;
  invoice.amount_due = due < leastCents ? 0 : due;
  invoice.amount_remaining = invoice.amount_due;
  const applied = before < 0 ? Math.min(-before, invoice.total) : due < leastCents ? 0 : -before;
  const tooSmall = due - invoice.amount_due - before - applied;
  const moves = [
    [applied, 'applied_to_invoice'],
    [tooSmall, 'invoice_too_small'],
  ] as const;
  for (const [amount, type] of moves) {
    if (amount !== 0) changeBalance(books, customer, amount, { type, invoice: invoice.id });
  }
  invoice.ending_balance = customer.balance;
}

/** Returns to the balance what a voided invoice has used of it. */
export function returnBalance(books: StripeBooks, invoice: Stripe.Invoice): void {
  const customer = books.customers.get(String(invoice.customer));
  const used = invoice.starting_balance - (invoice.ending_balance ?? invoice.starting_balance);
  if (!customer || customer.deleted || used === 0) return;
  changeBalance(books, customer, used, { type: 'unapplied_from_invoice', invoice: invoice.id });
}
