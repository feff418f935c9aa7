import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { StripeStandIn } from './stand-in.ts';

/** The events that an endpoint subscribes to (docs/operations/stripe.md). */
const subscribed =
  /^(payment_intent\.|invoice\.(paid|payment_failed|payment_action_required|finalization_failed|voided|marked_uncollectible)$|customer\.subscription\.|charge\.(refunded$|dispute\.)|refund\.|balance\.available$)/;

export interface WebhookSender {
  readonly counts: { delivered: number; lost: number };
  /** Stops taking events, and waits until the pending ones are delivered or lost. */
  stop(): Promise<void>;
}

/**
 * Sends the stand-in's events, signed, to a running server's webhook as unreliably as a real network: late, in any order, some
 * twice, some never. An event that does not get a 200 is sent again, or dropped.
 */
export function startWebhookSender(standIn: StripeStandIn, url: () => string, random: Random): WebhookSender {
  const counts = { delivered: 0, lost: 0 };
  const pending: Promise<void>[] = [];
  let taken = 0;
  const takeEvents = () => {
    const events = standIn.books.events.slice(taken);
    taken += events.length;
    for (const event of events.filter(({ type }) => subscribed.test(type))) {
      const copies = random.pick([0, 1, 1, 1, 1, 2]);
      if (copies === 0) counts.lost += 1;
      for (let copy = 0; copy < copies; copy += 1) pending.push(send(event));
    }
  };
  const send = async (event: object) => {
    const isRetried = random.chance(0.5);
    await sleep(random.int(1_500));
    while (!(await deliver(standIn, url(), event))) {
      if (!isRetried) {
        counts.lost += 1;
        return;
      }
      await sleep(500);
    }
    counts.delivered += 1;
  };
  const timer = setInterval(takeEvents, 20);
  return {
    counts,
    async stop() {
      clearInterval(timer);
      takeEvents();
      await Promise.all(pending);
    },
  };
}

async function deliver(standIn: StripeStandIn, url: string, event: object): Promise<boolean> {
  const { payload, signature } = standIn.sign(event);
  try {
    const response = await fetch(`${url}/api/stripe/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
      signal: AbortSignal.timeout(15_000),
    });
    await response.text();
    return response.status === 200;
  } catch {
    return false;
  }
}
