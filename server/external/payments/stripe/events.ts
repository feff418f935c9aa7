import Stripe from 'stripe';
import { Refusal } from '../../../refusal.ts';
import type { Services } from '../../../services.ts';
import type { PaymentProvider, ProviderEvent } from '../payment-provider.ts';
import { idOf, timeOf } from './lists.ts';

interface EventOptions {
  webhookSecret: string;
  log: Pick<Services['log'], 'warn'>;
}

/**
 * Returns the function that checks and reads Stripe's events. It warns once when the webhook endpoint has another API
 * version, because the fields of its events may differ.
 */
export function stripeEvents({ webhookSecret, log }: EventOptions): NonNullable<PaymentProvider['parseWebhook']> {
  let hasWarned = false;
  return (rawBody, signature) => {
    const event = verify(rawBody, signature, { webhookSecret, log });
    if (event.api_version !== Stripe.API_VERSION && !hasWarned) {
      hasWarned = true;
      const versions = { endpoint: event.api_version, wanted: Stripe.API_VERSION };
      log.warn(versions, 'the webhook endpoint at Stripe is of another API version (docs/operations/stripe.md)');
    }
    return { id: event.id, type: event.type, createdAt: timeOf(event.created), ...idsOf(event.data.object) };
  };
}

/**
 * Returns the event. Throws a 400 Refusal unless Stripe signed exactly these bytes at most five minutes ago and they
 * are an event.
 */
function verify(
  rawBody: Uint8Array,
  signature: string | undefined,
  { webhookSecret, log }: EventOptions,
): Stripe.Event {
  let event: Stripe.Event;
  try {
    event = Stripe.webhooks.constructEvent(rawBody, signature ?? '', webhookSecret);
  } catch (error) {
    // The SDK refuses a thin event only after it has checked the signature, so Stripe sent this one.
    if (error instanceof Error && error.message.includes('thin event')) {
      log.warn({}, 'the webhook endpoint at Stripe sends thin payloads (docs/operations/stripe.md)');
      throw new Refusal(400, 'This is not an event');
    }
    throw new Refusal(400, 'The signature does not match');
  }
  if (!isEvent(event)) throw new Refusal(400, 'This is not an event');
  return event;
}

/** Returns whether an event has an id, type and time that the database accepts. A signature doesn't guarantee that. */
function isEvent(event: Stripe.Event | null): event is Stripe.Event {
  const isText = (value: unknown) => typeof value === 'string' && value !== '' && !value.includes('\u0000');
  const carried: unknown = event?.data?.object;
  return (
    event?.object === 'event' &&
    isText(event.id) &&
    isText(event.type) &&
    Number.isFinite(event.created) &&
    Math.abs(event.created) < 1e11 &&
    typeof carried === 'object' &&
    carried !== null
  );
}

/** Reads ids from any object, whatever the event type: an unexpected event of another API version isn't an error. */
function idsOf(carried: object): Pick<ProviderEvent, 'intentId' | 'subscriptionId' | 'disputeId'> {
  const { object, id, payment_intent, parent, subscription } = carried as {
    object?: string;
    id?: unknown;
    payment_intent?: string | { id: string } | null;
    parent?: Stripe.Invoice.Parent | null;
    /** The subscription of an invoice in API versions before 2025. */
    subscription?: string | { id: string } | null;
  };
  const own = (kind: string) => (object === kind ? readId(id) : null);
  return {
    intentId: own('payment_intent') ?? readId(idOf(payment_intent)),
    subscriptionId: own('subscription') ?? readId(idOf(parent?.subscription_details?.subscription ?? subscription)),
    disputeId: own('dispute'),
  };
}

/** Ids go into URLs and the database, so anything that doesn't look like an id is ignored. */
function readId(id: unknown): string | null {
  return typeof id === 'string' && /^\w{1,255}$/.test(id) ? id : null;
}
