import Stripe from 'stripe';
import { Refusal } from '../../../refusal.ts';
import type { Services } from '../../../services.ts';

/** Stripe understood a request and would not do it. The message holds no data of people, only Stripe's own words for what. */
export class StripeRefused extends Error {
  override name = 'StripeRefused';
  readonly code: string | undefined;

  constructor({ type, code, param, requestId }: Stripe.errors.StripeError) {
    super(`Stripe refused a request: ${[type, code, param, requestId].filter(Boolean).join(' ')}`);
    this.code = code;
  }
}

/** The key is not accepted: somebody has to look at the settings. */
export class StripeKeyRefused extends Error {
  override name = 'StripeKeyRefused';
  constructor() {
    super('STRIPE_SECRET_KEY is not accepted by Stripe: it is mistyped, was rolled, or may not do what the app needs.');
  }
}

/** Stripe failed under this key, and says so again for a day whoever asks. */
class StripeRepeatsItsFailure extends Error {
  override name = 'StripeRepeatsItsFailure';
}

type Shaped = { object: string };

/** One request to Stripe: its answer, checked to be what was asked for, or an error that means something here. */
export type Ask = <T extends Shaped>(object: T['object'], request: () => Promise<T>) => Promise<T>;

interface AskOptions {
  log: Pick<Services['log'], 'warn' | 'error'>;
  /** All tries of one request together: below the time after which a browser's connection is closed. */
  deadlineMs: number;
}

/**
 * Makes the one way in which Stripe is asked. Rejects with a Refusal that people may read: 402 for a refused card, 503 while
 * Stripe cannot be reached or talks nonsense; with StripeRefused for everything else that Stripe would not do.
 */
export function stripeAsk({ log, deadlineMs }: AskOptions): Ask {
  return async (object, request) => {
    try {
      const answer = await within(deadlineMs, request());
      // The SDK takes any JSON without the key `error` for an answer, whatever a proxy on the way has made of it.
      if (answer?.object === object && isWhole(answer)) return answer;
      throw new Error(`the answer is no ${object}`);
    } catch (error) {
      throw translate(error, object, log);
    }
  };
}

function isWhole(answer: { object: string; id?: unknown; data?: unknown }): boolean {
  return answer.object === 'list' ? Array.isArray(answer.data) : typeof answer.id === 'string' && answer.id !== '';
}

/** The answer, or undefined when Stripe knows no such id. */
export async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  return await answer.catch((error: unknown) => {
    if (error instanceof StripeRefused && error.code === 'resource_missing') return undefined;
    throw error;
  });
}

/** The answer, or undefined when it was not done because of the state that the thing is in. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  return await answer.catch((error: unknown) => {
    if (error instanceof StripeRefused && error.code !== 'resource_missing') return undefined;
    throw error;
  });
}

/**
 * Makes one thing under a key. A key under which Stripe has failed is good for nothing until it is forgotten: once `find` has
 * made sure that nothing came of it, the next key of the same row is taken, the same one for everybody who comes here.
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

/** What people read while Stripe is away; they may try again. */
function paymentsAway(): Refusal {
  const message = 'Payments are not available right now. Please try again in a moment.';
  return new Refusal(503, message, { code: 'payments_away', retryAfterSeconds: 5 });
}

function translate(error: unknown, object: string, log: AskOptions['log']): Error {
  if (!(error instanceof Stripe.errors.StripeError)) {
    log.warn({ object, reason: (error as Error).message }, 'Stripe gave no usable answer');
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
  // 409: another request under the same key is on its way. 429 is busy, or a lock on the same thing.
  const isRefused =
    error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeIdempotencyError;
  if (isRefused && statusCode !== 409) return new StripeRefused(error);
  log.warn({ object, type, code, statusCode, requestId }, 'Stripe is away');
  const isRepeated = (statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true';
  return Object.assign(paymentsAway(), isRepeated && { cause: new StripeRepeatsItsFailure() });
}

async function within<T>(deadlineMs: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), deadlineMs);
  });
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
