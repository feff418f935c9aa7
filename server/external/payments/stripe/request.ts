import Stripe from 'stripe';
import { Refusal } from '../../../refusal.ts';
import type { Services } from '../../../services.ts';

/** Thrown when Stripe understood a request and refused it. The message has only Stripe's codes, no personal data. */
export class StripeRefused extends Error {
  override name = 'StripeRefused';
  readonly code: string | undefined;

  constructor({ type, code, param, requestId }: Stripe.errors.StripeError) {
    super(`Stripe refused a request: ${[type, code, param, requestId].filter(Boolean).join(' ')}`);
    this.code = code;
  }
}

/** Thrown when Stripe doesn't accept the API key: the settings have to be corrected. */
export class StripeKeyRefused extends Error {
  override name = 'StripeKeyRefused';
  constructor() {
    super('STRIPE_SECRET_KEY is not accepted by Stripe: it is mistyped, was rolled, or has no rights at all.');
  }
}

/** Thrown when Stripe accepts the API key, but the key is restricted and lacks the permission for this request. */
export class StripeRightMissing extends Error {
  override name = 'StripeRightMissing';
}

/** Errors that Stripe saved under their idempotency key. It returns them for a day, whatever has changed since. */
const saved = new WeakSet<Error>();

/** Sends one request to Stripe. Returns a response of the expected type, or rejects with one of our errors. */
export type Ask = <T extends { object: string }>(object: T['object'], request: () => Promise<T>) => Promise<T>;

interface AskOptions {
  log: Pick<Services['log'], 'warn' | 'error'>;
  /** The limit for all attempts of one request together, less than the time after which a browser is disconnected. */
  deadlineMs: number;
}

/**
 * Returns the function that sends every request to Stripe. It rejects with a Refusal that people may read: 402 for a
 * declined card, 503 while Stripe is unreachable or its response is unusable. It rejects with StripeRefused for
 * anything else that Stripe refused.
 */
export function stripeAsk({ log, deadlineMs }: AskOptions): Ask {
  return async (object, request) => {
    try {
      const response = await within(deadlineMs, request());
      // The SDK accepts any JSON without an `error` key as a response, even one that a proxy made up.
      if (response?.object === object && isWhole(response)) return response;
      throw new Error(`the response is no ${object}`);
    } catch (error) {
      const translated = translate(error, object, log);
      if (isSaved(error)) saved.add(translated);
      throw translated;
    }
  };
}

/** Returns whether the same key would return this error again, although the request could succeed now. */
function isSaved(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  // The key was used with other parameters. With 409, the first request is still in progress.
  if (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode !== 409) return true;
  return error.headers?.['idempotent-replayed'] === 'true';
}

function isWhole(response: { object: string; id?: unknown; data?: unknown }): boolean {
  return response.object === 'list'
    ? Array.isArray(response.data)
    : typeof response.id === 'string' && response.id !== '';
}

/** Returns the response, or undefined when Stripe doesn't know the id. */
export async function orUndefined<T>(response: Promise<T>): Promise<T | undefined> {
  return await response.catch((error: unknown) => {
    if (error instanceof StripeRefused && error.code === 'resource_missing') return undefined;
    throw error;
  });
}

/** Returns the response, or undefined when Stripe refused because of the object's current state. */
export async function unlessRefused<T>(response: Promise<T>): Promise<T | undefined> {
  return await response.catch((error: unknown) => {
    if (error instanceof StripeRefused && error.code !== 'resource_missing') return undefined;
    throw error;
  });
}

/** How many keys of a sequence one call tries. Each failure that Stripe saves uses one up for a day. */
const maxKeys = 10;

/**
 * Creates one object under an idempotency key. Once Stripe has saved a failure under a key, the key is useless until
 * Stripe forgets it. If `find` then finds no created object, the next key of the sequence is used (`…:2`, `…:3`),
 * which is the same for every caller. The same applies to a key that was used with other parameters. The first
 * `usedUp` keys of the sequence are skipped.
 */
export async function makeOnce<T>(
  idempotencyKey: string,
  make: (key: string) => Promise<T>,
  find: () => Promise<T | undefined>,
  usedUp = 0,
): Promise<T> {
  for (let count = usedUp + 1; ; count += 1) {
    try {
      return await make(count === 1 ? idempotencyKey : `${idempotencyKey}:${count}`);
    } catch (error) {
      if (!(error instanceof Error && saved.has(error)) || count === usedUp + maxKeys) throw error;
      const found = await find();
      if (found !== undefined) return found;
    }
  }
}

/**
 * Turns Stripe's refusal of a creation into a 503 Refusal with the code `creation_refused`: nothing was created, and
 * another attempt needs another key.
 */
export async function refusingCreation<T>(log: AskOptions['log'], made: Promise<T>): Promise<T> {
  return await made.catch((error: unknown) => {
    if (!(error instanceof StripeRefused)) throw error;
    log.error({ reason: error.message }, 'Stripe refused to create something');
    const { message } = paymentsAway();
    throw Object.assign(new Refusal(503, message, { code: 'creation_refused', retryAfterSeconds: 5 }), {
      cause: error,
    });
  });
}

/** Returns the 503 Refusal that people read while Stripe is unavailable. They may try again. */
function paymentsAway(): Refusal {
  const message = "Payments aren't available right now. Please try again in a moment.";
  return new Refusal(503, message, { code: 'payments_away', retryAfterSeconds: 5 });
}

function translate(error: unknown, object: string, log: AskOptions['log']): Error {
  if (!(error instanceof Stripe.errors.StripeError)) {
    log.warn({ object, reason: (error as Error).message }, "Stripe's response was unusable");
    return paymentsAway();
  }
  const { type, code, statusCode, requestId } = error;
  // A payment that needs the cardholder's confirmation is a 402 too, of another type.
  if (error instanceof Stripe.errors.StripeCardError || statusCode === 402) {
    return new Refusal(402, error.message, { code: code ?? 'card_declined' });
  }
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    log.error({ object, type, code, statusCode, requestId }, 'Stripe does not accept STRIPE_SECRET_KEY');
    return Object.assign(paymentsAway(), { cause: new StripeKeyRefused() });
  }
  if (error instanceof Stripe.errors.StripePermissionError) {
    log.error({ object, type, code, statusCode, requestId }, 'STRIPE_SECRET_KEY lacks a right');
    return Object.assign(paymentsAway(), { cause: new StripeRightMissing(`no right to this ${object}`) });
  }
  // 409: another request with the same key is in progress. 429: too many requests, or a lock on the same object.
  const isRefused =
    error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeIdempotencyError;
  if (isRefused && statusCode !== 409) return new StripeRefused(error);
  log.warn({ object, type, code, statusCode, requestId }, 'Stripe is unavailable');
  return paymentsAway();
}

async function within<T>(deadlineMs: number, response: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no response in time')), deadlineMs);
  });
  return await Promise.race([response, late]).finally(() => clearTimeout(timer));
}
