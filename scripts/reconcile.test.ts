import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dateKeyOf } from '../contract/dates.ts';
import { testCards } from '../contract/payments.ts';
import { startTestApp, type TestApp } from '../tests/support/app.ts';
import { openPayment } from '../tests/support/bookings.ts';
import { runCommand } from '../tests/support/commands.ts';
import { makeCustomer } from '../tests/support/people.ts';
import { type StripeStandIn, startStripeStandIn } from '../tests/support/stripe-stand-in.ts';

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

it('says what it mended, and ends with exit code 1 when something could not be looked at', async () => {
  const intentId = await openPayment(t, (await makeCustomer(t)).token);
  const { client_secret: clientSecret } = standIn.books.intents.get(intentId) ?? {};
  standIn.browser.confirmPayment(clientSecret ?? '', testCards.successful.paymentMethodId);
  await t.services.payments.refundPayment(intentId, { amountCents: 500, idempotencyKey: randomUUID() });
  const refuse = { status: 500, error: { type: 'api_error', message: 'Away.' } };
  standIn.trouble('GET /v1/refunds', { refuse }, 3);
  await expect(reconcile()).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(new RegExp(`^charge of ${intentId} booked$[^]*^1 mended, 0 plans looked at$`, 'm')),
    stderr: expect.stringMatching(/^not reconciled: the provider's list of movements could not be read to its end/),
  });
  expect(await reconcile()).toMatch(new RegExp(`^refund of ${intentId} booked\n1 mended, 0 plans looked at\n$`));
});
