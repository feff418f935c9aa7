import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../../server/database/connect.ts';
import type { StripeStandIn } from './stand-in.ts';

const delivered = new WeakMap<StripeStandIn, number>();

/**
 * Sends the stand-in's new events, signed and in order, to a running server's webhook, and waits until its jobs have handled them.
 * Throws unless each gets a 200 and is handled within ten seconds.
 */
export async function deliverEvents(
  standIn: StripeStandIn,
  server: { readonly url: string; readonly databaseUrl: string },
): Promise<void> {
  const events = standIn.books.events.slice(delivered.get(standIn) ?? 0);
  delivered.set(standIn, standIn.books.events.length);
  for (const event of events) {
    const { payload: body, signature } = standIn.sign(event);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const { status } = await fetch(`${server.url}/api/stripe/webhook`, { method: 'POST', headers, body });
    if (status !== 200) throw new Error(`the webhook returned ${status} for ${JSON.stringify(event)}`);
  }
  await waitUntilHandled(server.databaseUrl);
}

async function waitUntilHandled(databaseUrl: string): Promise<void> {
  const { db } = openDatabase(databaseUrl, { warn: () => {} });
  const giveUpMs = performance.now() + 10_000;
  const waiting = db.selectFrom('provider_events').select(['id', 'type', 'lastError']).where('handledAt', 'is', null);
  try {
    for (let left = await waiting.execute(); left.length > 0; left = await waiting.execute()) {
      if (performance.now() > giveUpMs) throw new Error(`events were not handled: ${JSON.stringify(left)}`);
      await sleep(30);
    }
  } finally {
    await db.destroy();
  }
}
