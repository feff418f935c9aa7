import type { StripeStandIn } from './stand-in.ts';

const delivered = new WeakMap<StripeStandIn, number>();

/** Sends the stand-in's new events, signed and in order, to a running server's webhook. Throws unless each gets a 200. */
export async function deliverEvents(standIn: StripeStandIn, serverUrl: string): Promise<void> {
  const events = standIn.books.events.slice(delivered.get(standIn) ?? 0);
  delivered.set(standIn, standIn.books.events.length);
  for (const event of events) {
    const { payload: body, signature } = standIn.sign(event);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const { status } = await fetch(`${serverUrl}/api/stripe/webhook`, { method: 'POST', headers, body });
    if (status !== 200) throw new Error(`the webhook returned ${status} for ${JSON.stringify(event)}`);
  }
}
