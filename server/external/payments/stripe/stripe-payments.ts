import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { Refusal } from '../../../refusal.ts';
import type { Services } from '../../../services.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { type StripeTools, stripeCatalog } from './catalog.ts';
import { stripeCredits } from './credits.ts';
import { stripeEvents } from './events.ts';
import { stripeIntents } from './intents.ts';
import { listDisputes, listMovements } from './lists.ts';
import { makeOnce, orUndefined, refusingCreation, StripeKeyRefused, StripeRefused, stripeAsk } from './request.ts';
import { checkRights } from './rights.ts';
import type { StripeSettings } from './stripe-settings.ts';
import { stripeSubscriptions } from './subscriptions.ts';

interface StripeOptions {
  settings: Omit<StripeSettings, 'publishableKey'>;
  /** The app's public URL, for return URLs. */
  appUrl: string;
  clock: () => Date;
  log: Pick<Services['log'], 'warn' | 'error'>;
  /** The limit for one attempt of a request to Stripe. */
  timeoutMs?: number;
  /** The limit for all attempts of a request to Stripe together. */
  deadlineMs?: number;
}

/** One of our requests may make several to Stripe. The first one that hangs ends ours, within 15 seconds in total. */
export const stripeLimits = { timeoutMs: 10_000, deadlineMs: 13_000 } as const;

/** The provider of live mode: Stripe. Cards are typed into Stripe's own form, so no card number reaches our server. */
export function stripePayments(options: StripeOptions): PaymentProvider {
  return paymentsOf(toolsOf(options), options);
}

function toolsOf({
  settings: { secretKey, apiUrl },
  appUrl,
  clock,
  log,
  timeoutMs = stripeLimits.timeoutMs,
  deadlineMs = stripeLimits.deadlineMs,
}: StripeOptions): StripeTools {
  const stripe = new Stripe(secretKey, {
    ...(apiUrl && { host: apiUrl.hostname, port: apiUrl.port, protocol: 'http' as const }),
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
  });
  const ask = stripeAsk({ log, deadlineMs });
  const catalog = stripeCatalog({ stripe, ask, clock });
  return { stripe, ask, catalog, clock, returnUrl: `${appUrl}/billing` };
}

function paymentsOf(tools: StripeTools, { settings: { webhookSecret }, log }: StripeOptions): PaymentProvider {
  const { catalog } = tools;
  const intents = stripeIntents(tools);
  const plans = stripeSubscriptions(tools);
  const { ensureCustomer, updateCustomer, unlessGone } = customers(tools, log);
  const create = <T>(customerId: string, made: Promise<T>) => refusingCreation(log, unlessGone(customerId, made));
  return {
    ...intents,
    ...plans,
    ...stripeCredits(tools),
    ensureCustomer: (payer) => refusingCreation(log, ensureCustomer(payer)),
    updateCustomer,
    createPayment: (wanted) => create(wanted.customerId, intents.createPayment(wanted)),
    createSubscription: (wanted) => create(wanted.customerId, plans.createSubscription(wanted)),
    startCardSetup: (customerId) => create(customerId, plans.startCardSetup(customerId)),
    ensurePlans: () => catalog.ensurePlans(),
    listDisputes: (intentId) => listDisputes(tools, intentId),
    listMovements: (span) => listMovements(tools, span),
    parseWebhook: stripeEvents({ webhookSecret, log }),
  };
}

/** How long the server's start waits for Stripe before it continues without it. */
const startWaitMs = 5_000;

/**
 * Opens the provider when the server starts. Rejects with StripeKeyRefused, which stops the start, when the API key is
 * refused. A missing right or an unavailable Stripe doesn't stop it.
 */
export async function openStripe(options: StripeOptions): Promise<PaymentProvider> {
  const tools = toolsOf(options);
  const payments = paymentsOf(tools, options);
  const ensured = payments.ensurePlans().catch((error: Error) => {
    if (error.cause instanceof StripeKeyRefused) throw error.cause;
    options.log.warn(
      { reason: error.message },
      'the prices could not be looked up at Stripe; this is retried when a plan is bought',
    );
  });
  const asked = Promise.all([ensured, checkRights(tools, options.log)]);
  const timer = new AbortController();
  await Promise.race([asked, sleep(startWaitMs, undefined, { signal: timer.signal, ref: false })]).finally(() =>
    timer.abort(),
  );
  return payments;
}

/** How long a known customer is cached, which saves one request per payment. */
const rememberMs = 10 * 60_000;
const maxRemembered = 10_000;

function customers({ stripe, ask, clock }: StripeTools, log: StripeOptions['log']) {
  const rememberedUntil = new Map<string, number>();

  /**
   * Awaits a request for a customer. If Stripe no longer has the customer, forgets the cached id and rejects with a 503
   * Refusal (`customer_gone`).
   */
  async function unlessGone<T>(customerId: string, made: Promise<T>): Promise<T> {
    return await made.catch((error: unknown) => {
      if (!(error instanceof StripeRefused) || error.code !== 'resource_missing') throw error;
      rememberedUntil.delete(customerId);
      log.warn({ customerId, reason: error.message }, 'Stripe no longer knows a customer');
      const message = "Payments aren't available right now. Please try again in a moment.";
      throw Object.assign(new Refusal(503, message, { code: 'customer_gone', retryAfterSeconds: 1 }), { cause: error });
    });
  }

  const ensureCustomer: PaymentProvider['ensureCustomer'] = async ({ userId, email, name, known }) => {
    const now = clock().getTime();
    if (known && (rememberedUntil.get(known) ?? 0) > now) return known;
    // The customer may be gone: it belongs to another mode's API key, or a person deleted it in Stripe's dashboard.
    const found = known && (await orUndefined(ask('customer', () => stripe.customers.retrieve(known))));
    const id = found && !found.deleted ? found.id : await make();
    if (rememberedUntil.size >= maxRemembered) rememberedUntil.clear();
    rememberedUntil.set(id, now + rememberMs);
    return id;

    async function make(): Promise<string> {
      const params = { name, metadata: { user: userId } };
      // The key includes the missing customer's id, because Stripe would otherwise return that customer again. It also
      // includes every field that may change, because Stripe refuses a key with other parameters.
      const digest = createHash('sha256')
        .update(JSON.stringify([email, name, known]))
        .digest('base64url');
      const idempotencyKey = `customer:${userId}:${digest.slice(0, 16)}`;
      const create = async (more: Stripe.CustomerCreateParams, firstKey: string) => {
        const made = await makeOnce(
          firstKey,
          (key) => ask('customer', () => stripe.customers.create({ ...params, ...more }, { idempotencyKey: key })),
          // An unused extra customer does no harm: it has no money.
          async () => undefined,
        );
        return made.id;
      };
      return await create({ email }, idempotencyKey).catch(async (error: unknown) => {
        // Stripe is stricter with email addresses than we are; that must not keep anybody from paying.
        if (error instanceof StripeRefused && error.code === 'email_invalid') {
          return await create({}, `${idempotencyKey}:no-email`);
        }
        throw error;
      });
    }
  };

  const updateCustomer: PaymentProvider['updateCustomer'] = async (customerId, { email, name }) => {
    const update = (params: Stripe.CustomerUpdateParams) =>
      orUndefined(ask('customer', () => stripe.customers.update(customerId, params)));
    await update({ email, name }).catch(async (error: unknown) => {
      // An empty address is better than an outdated one.
      if (error instanceof StripeRefused && error.code === 'email_invalid') return await update({ email: '', name });
      throw error;
    });
  };

  return { ensureCustomer, updateCustomer, unlessGone };
}
