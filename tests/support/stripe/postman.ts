import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { StripeStandIn } from './stand-in.ts';

/** What an endpoint is set up for (docs/operations/stripe.md). */
const wanted =
  /^(payment_intent\.|invoice\.(paid|payment_failed|payment_action_required)$|customer\.subscription\.|charge\.(refunded$|dispute\.)|refund\.)/;

export interface Postman {
  readonly counts: { delivered: number; lost: number };
  /** Nothing new is taken; what is on its way arrives, or is lost. */
  stop(): Promise<void>;
}

/**
 * Sends what happens at the stand-in to a running server's webhook, signed, as it goes in the world: late and so in any
 * order, some of it twice, some never. What the server gives no 200 for is sent again, or not.
 */
export function startPostman(standIn: StripeStandIn, url: () => string, random: Random): Postman {
  const counts = { delivered: 0, lost: 0 };
  const onTheWay: Promise<void>[] = [];
  let taken = 0;
  const post = () => {
    const news = standIn.books.events.slice(taken);
    taken += news.length;
    for (const event of news.filter(({ type }) => wanted.test(type))) {
      const copies = random.pick([0, 1, 1, 1, 1, 2]);
      if (copies === 0) counts.lost += 1;
      for (let copy = 0; copy < copies; copy += 1) onTheWay.push(carry(event));
    }
  };
  const carry = async (event: object) => {
    const isSentAgain = random.chance(0.5);
    await sleep(random.int(1_500));
    while (!(await deliver(standIn, url(), event))) {
      if (!isSentAgain) {
        counts.lost += 1;
        return;
      }
      await sleep(500);
    }
    counts.delivered += 1;
  };
  const timer = setInterval(post, 20);
  return {
    counts,
    async stop() {
      clearInterval(timer);
      post();
      await Promise.all(onTheWay);
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
