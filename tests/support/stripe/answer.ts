import Stripe from 'stripe';
import { StripeBooks } from './books.ts';
import { invalid, StripeFault } from './faults.ts';
import { type Raw, readForm } from './form.ts';
import { expandAnswer, listHandlers } from './lists.ts';
import { payHandlers } from './pay.ts';
import { planHandlers } from './plans.ts';
import { matchRequest, type RequestName, requests } from './requests.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Answered {
  readonly status: number;
  readonly body: object;
  readonly headers: Record<string, string>;
}

type Handler = (params: object, id: string) => object;

interface Remembered {
  readonly fingerprint: string;
  readonly answer: Answered;
}

/** Answers requests as Stripe's API does: who asks, which version, whether it was asked before; then what is asked. */
export class StripeAnswers {
  readonly books = new StripeBooks();
  private readonly remembered = new Map<string, Remembered>();
  private readonly handlers: Record<RequestName, Handler> = {
    ...listHandlers(this.books),
    ...payHandlers(this.books),
    ...planHandlers(this.books),
  } as Record<RequestName, Handler>;

  private readonly secretKey: string;

  constructor(secretKey: string) {
    this.secretKey = secretKey;
  }

  /** `breaks`: Stripe itself fails before or after the work; that is what it says of the key from then on, for a day. */
  answer(asked: Asked, breaks?: 'before' | 'after'): Answered {
    const headers = { 'request-id': this.books.newId('req'), 'stripe-version': Stripe.API_VERSION };
    try {
      this.checkHeaders(asked);
      const { name, id } = matchRequest(asked.method, asked.path);
      const key = asked.method === 'POST' ? String(asked.headers['idempotency-key']) : undefined;
      const known = key === undefined ? undefined : this.recall(key, asked);
      if (known) return { ...known, headers: { ...headers, ...known.headers, 'idempotent-replayed': 'true' } };
      const done = breaks === 'before' ? undefined : this.work(name, id, asked);
      const answer = { ...(breaks || !done ? broken : done), headers };
      if (key !== undefined) this.remembered.set(key, { fingerprint: fingerprintOf(asked), answer });
      return answer;
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      return { status: error.status, body: error.body, headers };
    }
  }

  /** What was not validated, or asked for wrongly, is not remembered; what was done or refused is. */
  private work(name: RequestName, id: string, asked: Asked): { status: number; body: object } {
    if (asked.method === 'GET' && asked.body !== '') throw invalid('A GET has no body.');
    const raw: { [key: string]: Raw } = readForm(asked.method === 'GET' ? asked.query : asked.body);
    const params = requests[name](raw) as { expand?: string[] };
    try {
      const done = this.handlers[name](params, id);
      return { status: 200, body: expandAnswer(this.books, done, params.expand ?? []) };
    } catch (error) {
      if (error instanceof StripeFault && error.status === 402) return { status: 402, body: error.body };
      throw error;
    }
  }

  private recall(key: string, asked: Asked): Answered | undefined {
    const before = this.remembered.get(key);
    if (!before) return undefined;
    if (before.fingerprint === fingerprintOf(asked)) return before.answer;
    throw new StripeFault(400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    });
  }

  private checkHeaders({ method, headers }: Asked): void {
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

const broken = { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong on our end.' } } };

function fingerprintOf({ method, path, body }: Asked): string {
  return `${method} ${path} ${body}`;
}
