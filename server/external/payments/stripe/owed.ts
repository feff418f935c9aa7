import type { StripeTools } from './catalog.ts';
import { collect, everyOne } from './lists.ts';
import { forgivenMark } from './present.ts';
import { unlessRefused } from './request.ts';

/** What Stripe's subscriptions owe and have paid, by their invoices: a subscription's own status covers only the latest one. */
export type StripeOwed = ReturnType<typeof stripeOwed>;

export function stripeOwed({ stripe, ask }: Pick<StripeTools, 'stripe' | 'ask'>) {
  const list = (subscription: string, status: 'draft' | 'open') =>
    everyOne(ask, (page) => stripe.invoices.list({ subscription, status, ...page }));
  const voidOne = (id: string) => unlessRefused(ask('invoice', () => stripe.invoices.voidInvoice(id)));

  /**
   * Draft invoices of a subscription can't be deleted, and finalizing one that the customer's balance covers would pay it. So
   * they are marked, and Stripe no longer finalizes them. Returns those that Stripe has finalized meanwhile.
   */
  async function forgiveDrafts(subscriptionId: string): Promise<string[]> {
    const params = { auto_advance: false, metadata: { [forgivenMark]: 'yes' } };
    const finalized: string[] = [];
    for (const { id } of await collect(list(subscriptionId, 'draft'))) {
      // Stripe refuses when it has charged it meanwhile.
      const marked = await unlessRefused(ask('invoice', () => stripe.invoices.update(id, params)));
      if (marked && marked.status !== 'draft') finalized.push(id);
    }
    return finalized;
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
    /** Voids open invoices and forgives drafts. False when one could not be voided because it is paid or being paid. */
    async forgive(subscriptionId: string): Promise<boolean> {
      await forgiveDrafts(subscriptionId);
      let isVoid = true;
      for (const { id } of await collect(list(subscriptionId, 'open'))) isVoid = !!(await voidOne(id)) && isVoid;
      return isVoid;
    },
    /** Forgives the month that has begun and isn't charged yet. */
    async forgiveDraft(subscriptionId: string): Promise<void> {
      for (const id of await forgiveDrafts(subscriptionId)) await voidOne(id);
    },
    /** Whether any month was ever paid, including a month of $0. */
    async isPaid(subscription: string): Promise<boolean> {
      const { data } = await ask('list', () => stripe.invoices.list({ subscription, status: 'paid', limit: 1 }));
      return data.length > 0;
    },
  };
}
