import { intentIdOfSecret, testCards } from '../../../contract/payments.ts';
import { idOf } from '../../../server/external/payments/stripe/lists.ts';
import type { TestApp } from '../app.ts';
import { isEnded } from '../stripe/months.ts';
import type { StripeStandIn } from '../stripe/stand-in.ts';

export type Call = TestApp['call'];

interface CalendarSubscription {
  id: string;
  /** The id of the first subscription in its chain. A cancelled subscription can only be replaced by a new one. */
  root: string;
  customerId: string;
  status: string;
  endsAtPeriodEnd: boolean;
}

/** What happens at a provider without us. */
export interface PlanCalendar {
  readonly name: 'simulated' | 'stripe';
  /** Returns when the provider's next automatic step is due; null without one. `run` performs it. */
  next(): { at: Date; run(): void } | null;
  /** Pays as the card form does. */
  pay(call: Call, token: string, clientSecret: string, card: string): Promise<void>;
  /** Saves another card as the form does. Returns the body for `POST /api/subscription/card`. */
  saveCard(setup: { setupId: string; clientSecret: string }): { setupId: string; paymentMethodId?: string };
  /** Makes all saved cards decline from now on. */
  spoilCards(): Promise<void>;
  /** Adds a line to the next invoice of each running plan, as a person does in the provider's screens, if it has any. */
  addLine(cents: number): Promise<void>;
  /** Returns every subscription that the customers ever had. */
  listSubscriptions(): Promise<CalendarSubscription[]>;
  setNow(now: Date): void;
  reset(): void;
  close(): Promise<void>;
}

export const goodCard = testCards.successful.paymentMethodId;
export const badCard = testCards.declined.paymentMethodId;

/** Returns the calendar of test mode, where the hourly job begins the months. */
export function simulatedCalendar({ db }: TestApp): PlanCalendar {
  return {
    name: 'simulated',
    next: () => null,
    async pay(call, token, clientSecret, card) {
      const body = { paymentIntentId: intentIdOfSecret(clientSecret), paymentMethodId: card };
      await call('POST', '/api/confirm-test-payment', { token, body });
    },
    saveCard: ({ setupId }) => ({ setupId, paymentMethodId: goodCard }),
    async spoilCards() {
      const change = db.updateTable('simulated_subscriptions').set({ paymentMethodId: badCard });
      await change.where('status', '<>', 'incomplete').execute();
    },
    addLine: async () => {},
    async listSubscriptions() {
      const rows = await db.selectFrom('simulated_subscriptions').selectAll().orderBy('createdAt').execute();
      return rows.map(({ id, root, customerId, status, endsAtPeriodEnd }) => {
        return { id, root, customerId: customerId ?? '', status, endsAtPeriodEnd };
      });
    },
    setNow: () => {},
    reset: () => {},
    close: async () => {},
  };
}

const draftSeconds = 60 * 60;

/**
 * Returns the calendar of live mode: the stand-in for Stripe begins months, charges them an hour later, and retries a
 * declined card.
 */
export function stripeCalendar({ books, browser, close }: StripeStandIn): PlanCalendar {
  const timeOf = (seconds: number) => new Date(seconds * 1000);
  function* upcoming(): Iterable<{ at: Date; run(): void }> {
    for (const subscription of books.subscriptions.values()) {
      if (isEnded(subscription) || subscription.status === 'incomplete') continue;
      const ends = subscription.items.data[0]?.current_period_end ?? 0;
      yield { at: timeOf(ends), run: () => browser.beginPeriod(subscription.id) };
    }
    for (const invoice of books.invoices.values()) {
      const subscription = books.subscriptions.get(String(idOf(invoice.parent?.subscription_details?.subscription)));
      if (!subscription) continue;
      if (invoice.status === 'draft' && invoice.auto_advance && subscription.latest_invoice === invoice.id) {
        yield { at: timeOf(invoice.created + draftSeconds), run: () => browser.endDraftHour(subscription.id) };
      }
      const retryAt = invoice.status === 'open' ? invoice.next_payment_attempt : null;
      if (retryAt !== null) yield { at: timeOf(retryAt), run: () => browser.retryInvoice(invoice.id) };
    }
  }
  return {
    name: 'stripe',
    next: () => [...upcoming()].sort((one, other) => one.at.getTime() - other.at.getTime())[0] ?? null,
    async pay(_call, _token, clientSecret, card) {
      browser.confirmPayment(clientSecret, card);
    },
    saveCard({ setupId, clientSecret }) {
      browser.confirmSetup(clientSecret, goodCard);
      return { setupId };
    },
    async spoilCards() {
      for (const { id, status } of books.subscriptions.values())
        if (status !== 'incomplete') browser.spoilCard(id, badCard);
    },
    async addLine(cents) {
      for (const subscription of books.subscriptions.values()) {
        if (!isEnded(subscription) && subscription.status !== 'incomplete') browser.addLine(subscription.id, cents);
      }
    },
    async listSubscriptions() {
      return [...books.subscriptions.values()].map(
        ({ id, metadata, customer, status, cancel_at_period_end: endsAtPeriodEnd }) => {
          return { id, root: metadata.root ?? id, customerId: idOf(customer) ?? '', status, endsAtPeriodEnd };
        },
      );
    },
    setNow(now) {
      books.aheadSeconds = Math.round((now.getTime() - Date.now()) / 1000);
    },
    reset() {
      for (const one of ['subscriptions', 'invoices', 'payments', 'intents', 'charges', 'refunds'] as const) {
        books[one].clear();
      }
      for (const one of ['disputes', 'setupIntents', 'balanceTransactions', 'cards'] as const) books[one].clear();
      books.extraLines.clear();
      books.events.length = 0;
    },
    close,
  };
}
