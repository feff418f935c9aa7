import Stripe from 'stripe';
import { Refusal } from '../../../refusal.ts';
import type { Services } from '../../../services.ts';

/** Stripe understood a request and refused it. The message has no personal data, only Stripe's codes. */
export class StripeRefused extends Error {
  override name = 'StripeRefused';
  readonly code: string | undefined;

  constructor({ type, code, param, requestId }: Stripe.errors.StripeError) {
    super(`Stripe refused a request: ${[type, code, param, requestId].filter(Boolean).join(' ')}`);
    this.code = code;
  }
}

/** The API key is not accepted: the settings have to be corrected. */
export class StripeKeyRefused extends Error {
  override name = 'StripeKeyRefused';
  constructor() {
    super(
      'STRIPE_SECRET_KEY is not accepted by Stripe: it is mistyped, was rolled, or lacks permissions that the app needs.',
    );
  }
}

/** Stripe failed under this idempotency key and repeats that failure for a day. */
class StripeRepeatsItsFailure extends Error {
  override name = 'StripeRepeatsItsFailure';
}

/** Sends one request to Stripe. Returns its response, checked to be of the expected type, or rejects with one of our errors. */
export type Ask = <T extends { object: string }>(object: T['object'], request: () => Promise<T>) => Promise<T>;

interface AskOptions {
  log: Pick<Services['log'], 'warn' | 'error'>;
  /** For all attempts of one request together: less than the time after which a browser's connection is closed. */
  deadlineMs: number;
}

/**
 * Makes the function that sends every request to Stripe. It rejects with a Refusal that people may read: 402 for a declined card,
 * 503 while Stripe is unreachable or its response is unusable; with StripeRefused for anything else that Stripe refused.
 */
export function stripeAsk({ log, deadlineMs }: AskOptions): Ask {
  return async (object, request) => {
    try {
      const response = await within(deadlineMs, request());
      // The SDK accepts any JSON without an `error` key as a response, even one that a proxy made up.
      if (response?.object === object && isWhole(response)) return response;
      throw new Error(`the response is no ${object}`);
    } catch (error) {
      throw translate(error, object, log);
    }
  };
}

function isWhole(response: { object: string; id?: unknown; data?: unknown }): boolean {
  return response.object === 'list'
    ? Array.isArray(response.data)
    : typeof response.id === 'string' && response.id !== '';
}

/** The response; undefined when Stripe doesn't know the id. */
export async function orUndefined<T>(response: Promise<T>): Promise<T | undefined> {
  return await response.catch((error: unknown) => {
    if (error instanceof StripeRefused && error.code === 'resource_missing') return undefined;
    throw error;
  });
}

/** The response; undefined when Stripe refused because of the object's current state. */
export async function unlessRefused<T>(response: Promise<T>): Promise<T | undefined> {
  return await response.catch((error: unknown) => {
    if (error instanceof StripeRefused && error.code !== 'resource_missing') return undefined;
    throw error;
  });
}

/**
 * Creates one object under an idempotency key. A key under which Stripe has failed is useless until Stripe forgets it: once `find`
 * has made sure that nothing was created, the next key of the same sequence is used, which is the same for every caller.
 */
export async function makeOnce<T>(
  idempotencyKey: string,
  make: (key: string) => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<T> {
  try {
    return await make(idempotencyKey);
  } catch (error) {
    if (!(error instanceof Refusal && error.cause instanceof StripeRepeatsItsFailure)) throw error;
    return (await find()) ?? (await make(`${idempotencyKey}:2`));
  }
}

/** What people read while Stripe is unavailable; they may try again. */
function paymentsAway(): Refusal {
  const message = 'Payments are not available right now. Please try again in a moment.';
  return new Refusal(503, message, { code: 'payments_away', retryAfterSeconds: 5 });
}

function translate(error: unknown, object: string, log: AskOptions['log']): Error {
  if (!(error instanceof Stripe.errors.StripeError)) {
    log.warn({ object, reason: (error as Error).message }, "Stripe's response was unusable");
    return paymentsAway();
  }
  const { type, code, statusCode, requestId } = error;
  if (error instanceof Stripe.errors.StripeCardError) {
    return new Refusal(402, error.message, { code: code ?? 'card_declined' });
  }
  if (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  ) {
    log.error({ object, type, code, statusCode, requestId }, 'Stripe does not accept STRIPE_SECRET_KEY');
    return Object.assign(paymentsAway(), { cause: new StripeKeyRefused() });
  }
  // 409: another request with the same key is in progress. 429: too many requests, or a lock on the same object.
  const isRefused =
    error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeIdempotencyError;
  if (isRefused && statusCode !== 409) return new StripeRefused(error);
  log.warn({ object, type, code, statusCode, requestId }, 'Stripe is unavailable');
  const isRepeated = (statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true';
  return Object.assign(paymentsAway(), isRepeated && { cause: new StripeRepeatsItsFailure() });
}

async function within<T>(deadlineMs: number, response: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no response in time')), deadlineMs);
  });
  return await Promise.race([response, late]).finally(() => clearTimeout(timer));
}
