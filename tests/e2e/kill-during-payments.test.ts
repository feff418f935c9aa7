import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { addDays, dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';
import { afterPickupChange } from '../../server/after-pickup-change.ts';
import { jobHandlersOf } from '../../server/assemble.ts';
import { openDatabase } from '../../server/database/connect.ts';
import type { Db } from '../../server/database/transaction.ts';
import { simulatedPayments } from '../../server/external/payments/simulated/simulated-payments.ts';
import { filePhotos } from '../../server/external/photos/file-photos.ts';
import { openJobs, type RunningJobs } from '../../server/jobs/queue.ts';
import { messages } from '../../server/messages/outbox.ts';
import { reconcilePayments } from '../../server/payments/reconcile/reconcile-payments.ts';
import { openPush } from '../../server/push/open-push.ts';
import type { Services } from '../../server/services.ts';
import { readSettings } from '../../server/settings/settings.ts';
import { renewSubscriptions } from '../../server/subscriptions/billing/renew-subscriptions.ts';
import { requireFreeDay } from '../../server/subscriptions/occurrences/require-free-day.ts';
import { plans } from '../../server/subscriptions/plans.ts';
import { registrationForm } from '../support/accounts/people.ts';
import { expectBalancedBooks } from '../support/books/books.ts';
import { effort } from '../support/effort.ts';
import { endProcess, type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';
import { type TriedResponse, tryRequest } from '../support/processes/try-request.ts';

/** The server is killed while customers subscribe and pay: afterwards the books balance. */

let server: ServerProcess;
let db: Db;
let jobs: RunningJobs;
const silent = { info: () => {}, warn: () => {}, error: (...details: unknown[]) => console.error(...details) };

beforeAll(async () => {
  server = await startServerProcess({ LOG_LEVEL: 'error' });
  db = openDatabase(server.databaseUrl, silent).db;
  jobs = await openJobs(server.databaseUrl, silent);
});
afterAll(async () => {
  await jobs.stop(2_000);
  await db.destroy();
  await server.stop();
});

let responses = 0;

async function post(path: string, token: string, body: unknown, key?: string): Promise<TriedResponse | undefined> {
  const response = await tryRequest(server.url, 'POST', path, { token, body, ...(key && { key }) });
  if (response) responses += 1;
  return response;
}

/** The payment intents whose customers were told that they had paid. */
const paid = new Set<string>();

async function pay(token: string, secret: string): Promise<void> {
  const [paymentIntentId = ''] = secret.split('_secret');
  const { paymentMethodId } = testCards.successful;
  const response = await post('/api/confirm-test-payment', token, { paymentIntentId, paymentMethodId });
  if (response?.body.paymentIntent?.status === 'succeeded') paid.add(paymentIntentId);
}

/** Acts as customers who subscribe and book, submit twice, lose responses, and sometimes close the tab halfway. */
async function actAsCustomers(isOver: () => boolean): Promise<void> {
  let token = '';
  for (let turn = 0; !isOver(); turn += 1) {
    token ||= (await post('/api/auth/register', '', registrationForm()))?.body.token ?? '';
    if (!token) continue;
    await (turn % 3 === 0 ? subscribe(token) : book(token));
    // A customer can start only one plan, so a new one registers every three turns.
    if (turn % 3 === 2) token = '';
  }
}

async function subscribe(token: string): Promise<void> {
  const packageType = Math.random() < 0.5 ? 'clean-carry' : 'premium';
  const opened = await post('/api/create-subscription', token, { packageType });
  if (!opened?.body.clientSecret || closesTheTab()) return;
  await Promise.all([pay(token, opened.body.clientSecret), pay(token, opened.body.clientSecret)]);
  if (closesTheTab()) return;
  await post('/api/confirm-subscription-payment', token, { subscriptionId: opened.body.subscriptionId });
}

async function book(token: string): Promise<void> {
  const draftKey = randomUUID();
  const scheduledDate = instantOf(addDays(dateKeyOf(new Date()), 3), '09:00').toISOString();
  const draft = { address: '1127 S 9th St', bagCount: 4, scheduledDate, specialInstructions: draftKey };
  const opened = await post('/api/create-payment-intent', token, { amount: '30.00', booking: { ...draft, draftKey } });
  if (!opened?.body.clientSecret || closesTheTab()) return;
  await Promise.all([pay(token, opened.body.clientSecret), pay(token, opened.body.clientSecret)]);
  if (closesTheTab()) return;
  const { paymentIntentId } = opened.body;
  await post('/api/pickups', token, { ...draft, amount: '30.00', paymentIntentId }, draftKey);
}

const closesTheTab = () => Math.random() < 0.15;

it('balances the books after the server was killed while customers subscribed and paid', {
  timeout: 300_000,
}, async () => {
  let isOver = false;
  const untilResponses = async (more: number) => {
    const wanted = responses + more;
    while (responses < wanted) await sleep(2);
  };
  const people = Array.from({ length: 6 }, () => actAsCustomers(() => isOver));
  for (let kill = 0; kill < effort({ sample: 2, full: 8 }); kill += 1) {
    // After a number of responses, so that kills fall into payments on a machine of any speed.
    await untilResponses(40 + Math.random() * 80);
    await sleep(Math.random() * 60);
    await server.killAndRestart();
  }
  await untilResponses(20);
  while (paid.size <= 20) await sleep(2);
  isOver = true;
  await Promise.all(people);
  // The server must not change the books while they are reconciled and read.
  await endProcess(server.process);

  // The reconciler runs as if ten minutes later.
  const settings = readSettings({ DATABASE_URL: server.databaseUrl }, []);
  const services: Services = {
    db,
    databaseUrl: server.databaseUrl,
    clock: () => new Date(Date.now() + 10 * 60_000),
    settings,
    payments: simulatedPayments(db),
    plans,
    mail: { send: () => Promise.reject(new Error('no mail here')), close: () => {} },
    push: await openPush({ db, settings }),
    sms: undefined,
    addresses: undefined,
    photos: filePhotos(join(server.dataDir, 'photos')),
    ...{ geocoder: undefined, roads: undefined },
    ...{ afterPickupChange, messages, requireFreeDay },
    jobs,
    log: silent,
  };
  await reconcilePayments(services);
  await jobs.drain(jobHandlersOf(services));
  // The hourly job reads the month of a plan whose own job was killed.
  await renewSubscriptions(services);
  const { charged } = await expectBalancedBooks(db);
  expect(charged).toBeGreaterThanOrEqual(paid.size);
});
