import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import type { PaymentProvider } from '../../../server/external/payments/payment-provider.ts';
import { stripePayments } from '../../../server/external/payments/stripe/stripe-payments.ts';
import { type StripeStandIn, startStripeStandIn } from './stand-in.ts';

const basic = { packageType: 'basic', priceCents: 3500 } as const;
export const payer = { userId: randomUUID(), email: 'pat@stoop.example', name: 'Pat Example', known: null };

/** Our Stripe client with its own stand-in, and one customer there. */
export class LiveProvider {
  standIn!: StripeStandIn;
  payments!: PaymentProvider;
  customerId!: string;
  /** The warnings and errors that the client has logged. */
  logged: unknown[] = [];

  /** Makes a second client of the same account, as in another process. */
  another = (): PaymentProvider => {
    const { secretKey, webhookSecret, url, books } = this.standIn;
    const log = (...line: unknown[]) => this.logged.push(line);
    return stripePayments({
      appUrl: 'http://stoop.example',
      settings: { secretKey, webhookSecret, apiUrl: new URL(url) },
      clock: () => new Date(books.now() * 1000),
      log: { warn: log, error: log },
    });
  };

  wantedPlan = () => ({ customerId: this.customerId, ...basic, idempotencyKey: `sub:${randomUUID()}` });

  /** Confirms a payment in the browser with a good card. */
  async pay(intentId: string): Promise<void> {
    const { clientSecret = '' } = (await this.payments.getPayment(intentId)) ?? {};
    this.standIn.browser.confirmPayment(clientSecret, testCards.successful.paymentMethodId);
  }

  /** Buys the basic plan. Returns its id. */
  runningPlan = async (): Promise<string> => {
    const { id, firstIntentId } = await this.payments.createSubscription(this.wantedPlan());
    await this.pay(firstIntentId);
    return id;
  };
}

/** Starts a stand-in before each test of a file, and closes it after. */
export function setUpLiveProvider(): LiveProvider {
  const live = new LiveProvider();
  beforeEach(async () => {
    live.standIn = await startStripeStandIn();
    live.logged = [];
    live.payments = live.another();
    live.customerId = await live.payments.ensureCustomer(payer);
  });
  afterEach(async () => await live.standIn.close());
  return live;
}
