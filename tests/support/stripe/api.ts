import Stripe from 'stripe';
import { balanceHandlers } from './balance.ts';
import { StripeBooks } from './books.ts';
import { invalid, StripeFault } from './faults.ts';
import { type Raw, readForm } from './form.ts';
import { expandObject, listHandlers } from './lists.ts';
import { payHandlers } from './pay.ts';
import { planHandlers } from './plans.ts';
import { matchRequest, type RequestName, requests } from './requests.ts';

export interface StripeRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface StripeResponse {
  readonly status: number;
  readonly body: object;
  readonly headers: Record<string, string>;
}

/** A failure that is saved under the request's key, and whether it comes before or after the work is done. */
export interface SavedFailure {
  readonly when: 'before' | 'after';
  readonly status: number;
  readonly body: object;
}

type Handler = (params: object, id: string) => object;

interface Remembered {
  readonly fingerprint: string;
  readonly response: StripeResponse;
}

/** Handles requests as Stripe's API does: checks the key, the version and the idempotency key, then does the work. */
export class StripeApi {
  readonly books = new StripeBooks();
  private readonly remembered = new Map<string, Remembered>();
  private readonly handlers: Record<RequestName, Handler> = {
    ...listHandlers(this.books),
    ...payHandlers(this.books),
    ...balanceHandlers(this.books),
    ...planHandlers(this.books),
  } as Record<RequestName, Handler>;

  private readonly secretKey: string;

  constructor(secretKey: string) {
    this.secretKey = secretKey;
  }

  /** Handles one request. `instead` is returned before or after the work, and again for the same idempotency key. */
  handle(request: StripeRequest, instead?: SavedFailure): StripeResponse {
    const headers = { 'request-id': this.books.newId('req'), 'stripe-version': Stripe.API_VERSION };
    try {
      this.checkHeaders(request);
      const { name, id } = matchRequest(request.method, request.path);
      const key = request.method === 'POST' ? String(request.headers['idempotency-key']) : undefined;
      const known = key === undefined ? undefined : this.recall(key, request);
      if (known) return { ...known, headers: { ...headers, ...known.headers, 'idempotent-replayed': 'true' } };
      const done = instead?.when === 'before' ? undefined : this.work(name, id, request);
      const { status, body } = instead ?? done ?? broken;
      const response = { status, body, headers };
      if (key !== undefined) this.remembered.set(key, { fingerprint: fingerprintOf(request), response });
      return response;
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      return { status: error.status, body: error.body, headers };
    }
  }

  /** Forgets the idempotency keys, as Stripe does after a day. */
  forgetKeys(): void {
    this.remembered.clear();
  }

  /**
   * Does the work of a request. Invalid parameters throw and are not saved under the key. Once the work has begun,
   * every outcome is saved, including a refusal.
   */
  private work(name: RequestName, id: string, request: StripeRequest): { status: number; body: object } {
    const { method, query, body } = request;
    if (method === 'GET' && body !== '') throw invalid('A GET has no body.');
    const raw: { [key: string]: Raw } = readForm(method === 'GET' ? query : body);
    const params = requests[name](raw) as { expand?: string[] };
    try {
      const done = this.handlers[name](params, id);
      return { status: 200, body: expandObject(this.books, done, params.expand ?? []) };
    } catch (error) {
      if (error instanceof StripeFault) return { status: error.status, body: error.body };
      throw error;
    }
  }

  private recall(key: string, request: StripeRequest): StripeResponse | undefined {
    const before = this.remembered.get(key);
    if (!before) return undefined;
    if (before.fingerprint === fingerprintOf(request)) return before.response;
    throw new StripeFault(400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    });
  }

  private checkHeaders({ method, headers }: StripeRequest): void {
    if (headers.authorization !== `Bearer ${this.secretKey}`) {
      throw new StripeFault(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_***' });
    }
    if (headers['stripe-version'] !== Stripe.API_VERSION) {
      throw invalid(`This stand-in speaks ${Stripe.API_VERSION}, not ${headers['stripe-version']}.`);
    }
    if (method !== 'POST') return;
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') throw invalid('A form is expected.');
    if (!headers['idempotency-key']) throw invalid('Every write needs an idempotency key here.');
    if (String(headers['idempotency-key']).length > 255) throw invalid('The idempotency key is too long.');
  }
}

export const broken = {
  status: 500,
  body: { error: { type: 'api_error', message: 'Something went wrong on our end.' } },
};

function fingerprintOf({ method, path, body }: StripeRequest): string {
  return `${method} ${path} ${body}`;
}
