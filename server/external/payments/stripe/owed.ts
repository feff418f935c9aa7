import type Stripe from 'stripe';
import type { StripeTools } from './catalog.ts';
import { collect, everyOne, timeOf } from './lists.ts';
import { expanded, intentOf, periodOf } from './present.ts';
import { orUndefined, unlessRefused } from './request.ts';

/** What Stripe's subscriptions owe and have paid, by their invoices: a subscription's own status covers only the latest one. */
export type StripeOwed = ReturnType<typeof stripeOwed>;

export function stripeOwed({ stripe, ask }: Pick<StripeTools, 'stripe' | 'ask'>) {
  const list = (subscription: string, status: 'draft' | 'open' | 'paid') =>
    everyOne(ask, (page) => stripe.invoices.list({ subscription, status, expand: ['data.payments'], ...page }));
  const voidOne = (id: string) => unlessRefused(ask('invoice', () => stripe.invoices.voidInvoice(id)));

  /** Draft invoices of a subscription can't be deleted, so they are finalized first; by then they may be open or paid. */
  async function* finalizeDrafts(subscriptionId: string): AsyncIterable<string> {
    for (const { id } of await collect(list(subscriptionId, 'draft'))) {
      const params = { auto_advance: false };
      if (await unlessRefused(ask('invoice', () => stripe.invoices.finalizeInvoice(id, params)))) yield id;
    }
  }

  async function isRefunded(invoice: Stripe.Invoice): Promise<boolean> {
    const intentId = intentOf(invoice);
    if (!intentId) return false;
    const read = ask('payment_intent', () => stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }));
    return expanded((await orUndefined(read))?.latest_charge)?.refunded ?? false;
  }

  return {
    /** Pays every open month with the saved card, oldest first. Returns whether it paid any. Rejects with a 402 Refusal. */
    async pay(subscriptionId: string): Promise<boolean> {
      const newestFirst = await collect(list(subscriptionId, 'open'));
      let hasPaid = false;
      for (const { id } of newestFirst.toReversed()) {
        // Stripe refuses when it is already paid.
        const paid = await unlessRefused(ask('invoice', () => stripe.invoices.pay(id, { off_session: true })));
        hasPaid ||= paid !== undefined;
      }
      return hasPaid;
    },
    /** Voids open and draft invoices. False when one could not be voided because it is paid or being paid. */
    async forgive(subscriptionId: string): Promise<boolean> {
      await collect(finalizeDrafts(subscriptionId));
      let isVoid = true;
      for (const { id } of await collect(list(subscriptionId, 'open'))) isVoid = !!(await voidOne(id)) && isVoid;
      return isVoid;
    },
    /** Voids the month that has begun and isn't charged yet. */
    async forgiveDraft(subscriptionId: string): Promise<void> {
      for await (const id of finalizeDrafts(subscriptionId)) await voidOne(id);
    },
    /** Whether any month was ever paid, including a month of $0. */
    async isPaid(subscription: string): Promise<boolean> {
      const { data } = await ask('list', () => stripe.invoices.list({ subscription, status: 'paid', limit: 1 }));
      return data.length > 0;
    },
    /** The end of the newest month of these subscriptions that is paid and not refunded. */
    async paidUntil(newestFirst: readonly Stripe.Subscription[]): Promise<Date> {
      for (const { id } of newestFirst) {
        for await (const invoice of list(id, 'paid')) {
          // A replacement subscription's first invoice is $0, so it doesn't show what was paid.
          if (invoice.total > 0 && !(await isRefunded(invoice))) return timeOf(periodOf(invoice).end);
        }
      }
      return timeOf(0);
    },
  };
}
