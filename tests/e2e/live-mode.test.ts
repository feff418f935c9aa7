import { afterAll, beforeAll, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { registerCustomer } from '../support/accounts/signed-in.ts';
import { type ServerProcess, spawnServer, startServerProcess } from '../support/processes/server-process.ts';
import { type StripeStandIn, startStripeStandIn } from '../support/stripe/stand-in.ts';
import { bookPickup, openBooking } from '../support/subscriptions/purchases.ts';

/** The server in a separate process, with live payments. */

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

it('starts, turns a paid booking into a pickup, and shows no secret', async () => {
  expect(standIn.books.prices.size).toBe(4);
  // Registering retries until the server is not overloaded.
  const customer = await registerCustomer(server.url, 'live-customer');
  const page = await (await fetch(`${server.url}/login`)).text();
  expect(page).toContain('pk_test_standin');

  const { testMode, clientSecret, paymentIntentId } = await openBooking(customer);
  expect(testMode).toBe(false);
  const confirm = { paymentIntentId, paymentMethodId: testCards.successful.paymentMethodId };
  expect((await customer.call('POST', '/api/confirm-test-payment', confirm)).status).toBe(404);
  standIn.browser.confirmPayment(clientSecret, testCards.successful.paymentMethodId);
  expect(await bookPickup(customer, { paymentIntentId })).toMatchObject({ paymentStatus: 'paid' });
  expect(await customer.send('GET', '/api/pickups')).toHaveLength(1);

  const shown = `${server.output()}${page}`;
  for (const secret of [standIn.secretKey, standIn.webhookSecret, clientSecret]) expect(shown).not.toContain(secret);
});

it.each([
  [{ STRIPE_SECRET_KEY: 'sk_test_hunter2' }, /STRIPE_SECRET_KEY is not accepted by Stripe/],
  [{ STRIPE_WEBHOOK_SECRET: '' }, /STRIPE_SECRET_KEY is set without STRIPE_WEBHOOK_SECRET/],
])('does not start with %j, and logs the reason in one line', async (change, reason) => {
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = server;
  const starting = spawnServer({ ...standIn.env, DATABASE_URL, DATA_DIR, LOG_LEVEL: 'silent', ...change });
  const { message } = await starting.then(
    () => new Error('the server started'),
    (error: Error) => error,
  );
  expect(message).toMatch(reason);
  expect(message).not.toMatch(/hunter2|\n\s+at /);
});
