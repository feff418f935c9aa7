import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testCards } from '../contract/payments.ts';
import { addDays, dateKeyOf } from '../contract/values/time/dates.ts';
import { makeCustomer } from '../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../tests/support/app.ts';
import { openPayment } from '../tests/support/pickups/bookings.ts';
import { runCommand } from '../tests/support/processes/commands.ts';
import { type StripeStandIn, startStripeStandIn } from '../tests/support/stripe/stand-in.ts';
import { openPlan } from '../tests/support/subscriptions/subscriptions.ts';

let standIn: StripeStandIn;
let t: TestApp;
beforeAll(async () => {
  standIn = await startStripeStandIn();
  t = await startTestApp(standIn.env);
});
afterAll(async () => {
  await t.close();
  await standIn.close();
});

const reconcile = async () => {
  const env = { ...standIn.env, DATABASE_URL: t.databaseUrl, DATA_DIR: t.services.settings.dataDir };
  return await runCommand(['reconcile.ts', '--from', addDays(dateKeyOf(new Date()), -1)], env);
};

it('prints what it repaired, and exits with code 1 when something could not be checked', {
  timeout: 120_000,
}, async () => {
  const intentId = await openPayment(t, (await makeCustomer(t)).token);
  const { client_secret: clientSecret } = standIn.books.intents.get(intentId) ?? {};
  standIn.browser.confirmPayment(clientSecret ?? '', testCards.successful.paymentMethodId);
  await t.services.payments.refundPayment(intentId, { amountCents: 500, idempotencyKey: randomUUID() });
  const refuse = { status: 500, error: { type: 'api_error', message: 'Away.' } };
  standIn.failNext('GET /v1/refunds', { refuse }, 6);
  await expect(reconcile()).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(new RegExp(`^charge of ${intentId} recorded$[^]*^1 repaired, 0 plans checked$`, 'm')),
    stderr: expect.stringMatching(/^not reconciled: the provider's list of movements could not be read to its end/),
  });
  expect(await reconcile()).toMatch(new RegExp(`^refund of ${intentId} recorded\n1 repaired, 0 plans checked\n$`));
});

it('prints repairs of plans and failed checks', { timeout: 120_000 }, async () => {
  const { token } = await makeCustomer(t);
  const { body: opened } = await openPlan(t, token, { packageType: 'basic' });
  const { clientSecret, subscriptionId: stripeId } = opened;
  standIn.browser.confirmPayment(clientSecret, testCards.successful.paymentMethodId);
  const body = { subscriptionId: stripeId, packageType: 'basic' };
  expect((await t.call('POST', '/api/confirm-subscription-payment', { token, body })).status).toBe(200);
  await t.runJobs();
  const { id } = (await t.call('GET', '/api/subscription', { token })).body;
  // The plan's paid month has ended.
  await t.db
    .updateTable('subscriptions')
    .set({ currentPeriodEnd: new Date(0) })
    .where('id', '=', id)
    .execute();

  const refuse = { status: 500, error: { type: 'api_error', message: 'Away.' } };
  standIn.failNext('GET /v1/subscriptions/:id', { refuse }, 3);
  await expect(reconcile()).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^0 repaired, 1 plans checked$/m),
    stderr: expect.stringMatching(new RegExp(`^not reconciled: plan ${id}: `, 'm')),
  });

  standIn.stopFailing();
  standIn.browser.spoilCard(stripeId, testCards.declined.paymentMethodId);
  standIn.browser.endPeriod(stripeId);
  const booked = `declined attempt 1 of invoice in_\\w+ of plan ${id} recorded`;
  const moved = `plan ${id}: active → active, past due`;
  expect(await reconcile()).toMatch(new RegExp(`^${booked}\n${moved}\n2 repaired, 1 plans checked\n$`));
});
