import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { addDays, dateKeyOf, instantOf } from '../../contract/values/dates.ts';
import { registrationForm } from '../support/people.ts';
import { type ServerProcess, spawnServer, startServerProcess } from '../support/server-process.ts';
import { type StripeStandIn, startStripeStandIn } from '../support/stripe/stand-in.ts';

/** The server as people start it, with live payments. */

let standIn: StripeStandIn;
let server: ServerProcess;
beforeAll(async () => {
  standIn = await startStripeStandIn();
  server = await startServerProcess(standIn.env);
});
afterAll(async () => {
  await server.stop();
  await standIn.close();
});

async function call(method: string, path: string, token?: string, body?: unknown) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** A server that has just started on a busy machine may ask to come again. */
async function readPage(path: string): Promise<string> {
  const response = await fetch(`${server.url}${path}`);
  if (response.status !== 503) return await response.text();
  await sleep(500);
  return await readPage(path);
}

it('comes up, takes a booking to its pickup, and shows nothing secret', async () => {
  expect(standIn.books.prices.size).toBe(4);
  const page = await readPage('/login');
  expect(page).toContain('pk_test_standin');

  const { token } = (await call('POST', '/api/auth/register', undefined, registrationForm())).body;
  const scheduledDate = instantOf(addDays(dateKeyOf(new Date()), 1), '09:00').toISOString();
  const place = { address: '1127 S 9th St, Philadelphia, PA 19147', bagCount: 8, scheduledDate };
  const booking = { ...place, specialInstructions: null, draftKey: randomUUID() };
  const opened = await call('POST', '/api/create-payment-intent', token, { amount: '45.00', booking });
  expect(opened.body.testMode).toBe(false);
  const { clientSecret, paymentIntentId } = opened.body;
  const confirm = { paymentIntentId, paymentMethodId: testCards.successful.paymentMethodId };
  expect((await call('POST', '/api/confirm-test-payment', token, confirm)).status).toBe(404);
  standIn.browser.confirmPayment(clientSecret, testCards.successful.paymentMethodId);
  const sent = { ...place, amount: '45.00', serviceType: 'next-day', status: 'pending', paymentIntentId };
  expect((await call('POST', '/api/pickups', token, sent)).body).toMatchObject({ paymentStatus: 'paid' });
  expect((await call('GET', '/api/pickups', token)).body).toHaveLength(1);

  const said = `${server.output()}${page}`;
  for (const secret of [standIn.secretKey, standIn.webhookSecret, clientSecret]) expect(said).not.toContain(secret);
});

it.each([
  [{ STRIPE_SECRET_KEY: 'sk_test_hunter2' }, /STRIPE_SECRET_KEY is not accepted by Stripe/],
  [{ STRIPE_WEBHOOK_SECRET: '' }, /STRIPE_SECRET_KEY is set without STRIPE_WEBHOOK_SECRET/],
])('does not start with %j, and says so in one line', async (change, why) => {
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = server;
  const starting = spawnServer({ ...standIn.env, DATABASE_URL, DATA_DIR, LOG_LEVEL: 'silent', ...change });
  const { message } = await starting.then(
    () => new Error('it has started'),
    (error: Error) => error,
  );
  expect(message).toMatch(why);
  expect(message).not.toMatch(/hunter2|\n\s+at /);
});
