import { randomUUID } from 'node:crypto';
import { intentIdOfSecret, testCards } from '../../../contract/payments.ts';
import type { PaymentProvider, ProviderEvent } from '../../../server/external/payments/payment-provider.ts';
import { idOf } from '../../../server/external/payments/stripe/lists.ts';
import { Refusal } from '../../../server/refusal.ts';
import type { TestApp } from '../app.ts';
import { dueAtBank } from '../stripe/bank.ts';
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
  /** Returns when the provider's or a bank's next automatic step is due; null without one. `run` performs it. */
  next(): { at: Date; run(): void } | null;
  /** Pays as the card form does. */
  pay(call: Call, token: string, clientSecret: string, card: string): Promise<void>;
  /** Saves another card as the form does. Returns the body for `POST /api/subscription/card`. */
  saveCard(setup: { setupId: string; clientSecret: string }): { setupId: string; paymentMethodId?: string };
  /** Makes all saved cards decline from now on. */
  spoilCards(): Promise<void>;
  /** Adds a line to the next invoice of each running plan, as a person does in the provider's screens, if it has any. */
  addLine(cents: number): Promise<void>;
  /** Returns what the provider has sent since the last call; nothing in test mode. */
  takeEvents(): ProviderEvent[];
  /** Returns every subscription that the customers ever had. */
  listSubscriptions(): Promise<CalendarSubscription[]>;
  /** Lets our balance run empty: new refunds are refused, or wait for it. Test mode has a card for that. */
  emptyBalance(how: 'refuses' | 'waits'): void;
  fillBalance(): void;
  /** Refunds a part or the rest of a charge, as a person does in the provider's screens, if there is any left. */
  refundByHand(intentId: string, cents: number | undefined): Promise<void>;
  /** Lets the bank return a refund that was made. Returns its id; undefined when there is none. */
  returnRefund(): string | undefined;
  /** Disputes a charge. Returns the dispute's id; undefined when it is disputed already or can't be. */
  dispute(intentId: string): string | undefined;
  /** Decides an open dispute. Returns its id; undefined when there is none. */
  decide(how: 'won' | 'lost'): string | undefined;
  /** Marks an open invoice as uncollectible. Returns its id; undefined when there is none. */
  writeOff(): string | undefined;
  /** Voids an open or written-off invoice. Returns its id; undefined when there is none. */
  voidInvoice(): string | undefined;
  /** Ends a plan in the provider's screens. */
  endPlan(subscriptionId: string): Promise<void>;
  setNow(now: Date): void;
  reset(): void;
  close(): Promise<void>;
}

export const goodCard = testCards.successful.paymentMethodId;
export const badCard = testCards.declined.paymentMethodId;

/** Returns the calendar of test mode, where the hourly job begins the months. */
export function simulatedCalendar({ db, services }: TestApp): PlanCalendar {
  const nothing = () => undefined;
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
    takeEvents: () => [],
    async listSubscriptions() {
      const rows = await db.selectFrom('simulated_subscriptions').selectAll().orderBy('createdAt').execute();
      return rows.map(({ id, root, customerId, status, endsAtPeriodEnd }) => {
        return { id, root, customerId: customerId ?? '', status, endsAtPeriodEnd };
      });
    },
    // The simulated provider has no screens and no balance of ours. Its cards do what a bank does.
    ...{ emptyBalance: nothing, fillBalance: nothing, returnRefund: nothing, dispute: nothing, decide: nothing },
    ...{ writeOff: nothing, voidInvoice: nothing },
    refundByHand: async (intentId, cents) => await refundByHand(services.payments, intentId, cents),
    async endPlan(id) {
      await db.updateTable('simulated_subscriptions').set({ status: 'canceled' }).where('id', '=', id).execute();
    },
    setNow: () => {},
    reset: () => {},
    close: async () => {},
  };
}

async function refundByHand(payments: PaymentProvider, intentId: string, cents: number | undefined): Promise<void> {
  const refund = { idempotencyKey: `by-hand:${randomUUID()}`, ...(cents !== undefined && { amountCents: cents }) };
  await payments.refundPayment(intentId, refund).catch((error: unknown) => {
    // There isn't that much left, or it is refused.
    if (!(error instanceof Refusal)) throw error;
  });
}

const draftSeconds = 60 * 60;

/**
 * Returns the calendar of live mode: the stand-in for Stripe begins months, charges them an hour later, and retries a
 * declined card.
 */
export function stripeCalendar({ books, browser, sign, close }: StripeStandIn, { services }: TestApp): PlanCalendar {
  let taken = 0;
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
    yield* dueAtBank(books);
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
    takeEvents() {
      const events = books.events.slice(taken);
      taken = books.events.length;
      return events.flatMap((event) => {
        const { payload, signature } = sign(event);
        return services.payments.parseWebhook?.(Buffer.from(payload), signature) ?? [];
      });
    },
    emptyBalance(how) {
      books.refundRefusal = how === 'refuses' ? 'balance_insufficient' : null;
      books.refundsWaitFor = how === 'waits' ? 'insufficient_funds' : null;
    },
    fillBalance: () => browser.fillBalance(),
    refundByHand: async (intentId, cents) => await refundByHand(services.payments, intentId, cents),
    returnRefund() {
      const made = [...books.refunds.values()].findLast(({ status }) => status !== 'failed');
      if (made) browser.failRefund(made.id);
      return made?.id;
    },
    dispute(intentId) {
      const charge = books.charges.get(String(books.intents.get(intentId)?.latest_charge));
      return charge && !charge.disputed && !charge.refunded ? browser.dispute(intentId).id : undefined;
    },
    decide(how) {
      const open = [...books.disputes.values()].find(({ status }) => status === 'needs_response');
      if (open) browser.closeDispute(open.id, how);
      return open?.id;
    },
    writeOff() {
      const open = [...books.invoices.values()].find(({ status, attempted }) => status === 'open' && attempted);
      if (open) browser.writeOff(open.id);
      return open?.id;
    },
    voidInvoice() {
      const owed = [...books.invoices.values()].findLast(({ status, attempted }) => {
        return status === 'uncollectible' || (status === 'open' && attempted);
      });
      if (owed) browser.voidInvoice(owed.id);
      return owed?.id;
    },
    async endPlan(id) {
      const subscription = books.subscriptions.get(id);
      if (subscription && !isEnded(subscription)) browser.endPlan(id);
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
      books.refundRefusal = null;
      books.refundsWaitFor = null;
      taken = 0;
    },
    close,
  };
}
