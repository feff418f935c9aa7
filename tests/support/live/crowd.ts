import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { testCards } from '../../../contract/payments.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { priceOfBags } from '../../../contract/values/prices.ts';
import { addDays, dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import { registrationForm } from '../accounts/people.ts';
import { type RequestOptions, type TriedResponse, tryRequest } from '../processes/try-request.ts';
import type { Random } from '../random.ts';
import type { Failure, StripeStandIn } from '../stripe/stand-in.ts';

/**
 * Customers and a dispatcher of a server that may die at any moment. Without a response they usually send the same request
 * again. Some submit twice in parallel, change their mind, use a declined card first, or close the tab.
 */
export interface Crowd {
  readonly standIn: StripeStandIn;
  /** The server's address, or undefined while it is down. */
  url(): string | undefined;
  /** The numbers of orders that are still to be placed. */
  readonly left: { bookings: number; plans: number };
  readonly counts: { bookings: number; plans: number; requests: number; lostResponses: number };
  /** Ids that the dispatcher can work on. */
  readonly pickups: string[];
  readonly plans: string[];
  /** Responses with status 500, which no kill explains. */
  readonly serverErrors: string[];
}

export function makeCrowd(standIn: StripeStandIn, url: Crowd['url'], left: Crowd['left']): Crowd {
  const counts = { bookings: 0, plans: 0, requests: 0, lostResponses: 0 };
  return { standIn, url, left, counts, pickups: [], plans: [], serverErrors: [] };
}

/** Acts as one customer after another until all orders are placed. */
export async function actAsCustomers(crowd: Crowd, random: Random): Promise<void> {
  const { left } = crowd;
  for (let token = ''; left.bookings > 0; ) {
    token ||= await register(crowd, random);
    if (random.chance(0.4)) failNextCall(crowd.standIn, random);
    if (left.plans > 0 && random.chance(0.12)) {
      left.plans -= 1;
      await subscribe(crowd, random, token);
      // A customer can start only one plan.
      token = '';
    } else {
      left.bookings -= 1;
      if (random.chance(0.1)) await bookAndPayLater(crowd, random, token);
      else await book(crowd, random, token);
    }
  }
}

/** Refunds and cancels pickups, and pauses and cancels plans, until `isOver`. */
export async function actAsDispatcher(
  crowd: Crowd,
  random: Random,
  { account, isOver }: { account: { username: string; password: string }; isOver: () => boolean },
): Promise<void> {
  let token = '';
  while (!token) token = (await send(crowd, 'POST', '/api/auth/login', { body: account }))?.body.token ?? '';
  while (!isOver()) {
    await sleep(random.int(120));
    const pickup = random.pick(crowd.pickups);
    const plan = random.pick(crowd.plans);
    const act = random.int(12);
    if (pickup && act < 5) {
      const body = { amount: random.pick(['5.00', '12.50', '30.00']), reason: 'A bag', refundKey: randomUUID() };
      await sendUntilResponse(crowd, random, 'POST', `/api/admin/pickups/${pickup}/refund`, { token, body });
    } else if (pickup && act < 8) {
      await sendUntilResponse(crowd, random, 'DELETE', `/api/admin/pickups/${pickup}`, { token });
    } else if (plan && act < 11) {
      const body = { status: random.pick(['paused', 'active', 'active']) };
      await sendUntilResponse(crowd, random, 'PATCH', `/api/admin/subscriptions/${plan}`, { token, body });
    } else if (plan) {
      await sendUntilResponse(crowd, random, 'DELETE', `/api/admin/subscriptions/${plan}`, { token });
    }
  }
}

async function send(
  crowd: Crowd,
  method: string,
  path: string,
  options: RequestOptions,
): Promise<TriedResponse | undefined> {
  let url = crowd.url();
  for (; !url; url = crowd.url()) await sleep(50);
  const response = await tryRequest(url, method, path, options);
  crowd.counts.requests += 1;
  if (!response) crowd.counts.lostResponses += 1;
  if (response?.status === 500) crowd.serverErrors.push(`${method} ${path}: ${JSON.stringify(response.body)}`);
  return response;
}

/**
 * Sends a request, sometimes twice in parallel, until there is a response. Some customers give up after the first try.
 */
async function sendUntilResponse(
  crowd: Crowd,
  random: Random,
  method: string,
  path: string,
  options: RequestOptions,
): Promise<TriedResponse | undefined> {
  const maxTries = random.chance(0.1) ? 1 : 100;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const copies = random.chance(0.2) ? [1, 2] : [1];
    const responses = await Promise.all(copies.map(() => send(crowd, method, path, options)));
    const response = responses.find((one) => one && one.status !== 503);
    if (response) return response;
    await sleep(30 + random.int(120));
  }
  return undefined;
}

async function register(crowd: Crowd, random: Random): Promise<string> {
  // After a lost response the name may be taken, so another person registers.
  const response = await send(crowd, 'POST', '/api/auth/register', { body: registrationForm() });
  if (response?.body.token) return response.body.token;
  await sleep(100 + random.int(200));
  return await register(crowd, random);
}

function draftOf(random: Random) {
  const draftKey = randomUUID();
  const scheduledDate = instantOf(addDays(dateKeyOf(new Date()), 3 + random.int(30)), '09:00').toISOString();
  const place = { address: '1127 S 9th St', scheduledDate, specialInstructions: draftKey };
  return (bagCount: number) => ({
    draftKey,
    amount: centsToText(priceOfBags(bagCount) ?? 0),
    draft: { ...place, bagCount },
  });
}

async function book(crowd: Crowd, random: Random, token: string): Promise<void> {
  const withBags = draftOf(random);
  let { draftKey, amount, draft } = withBags(random.pick([4, 8]));
  const open = () =>
    sendUntilResponse(crowd, random, 'POST', '/api/create-payment-intent', {
      token,
      body: { amount, booking: { ...draft, draftKey } },
    });
  let opened = await open();
  if (opened?.status !== 200) return;
  crowd.counts.bookings += 1;
  if (random.chance(0.1)) {
    // The number of bags changes while an old tab submits the old form.
    ({ amount, draft } = withBags(10));
    const { clientSecret } = opened.body;
    const oldTab = sleep(random.int(60)).then(() => crowd.standIn.browser.confirmPayment(clientSecret, good));
    [opened] = await Promise.all([open(), random.chance(0.5) && oldTab]);
    if (opened?.status !== 200) return;
  }
  if (closesTheTab(random)) return;
  pay(crowd, random, opened.body.clientSecret);
  if (closesTheTab(random)) return;
  const { paymentIntentId } = opened.body;
  if (random.chance(0.3))
    return await returnFromPayment(crowd, random, `/payment/success?payment_intent=${paymentIntentId}`);
  const body = { ...draft, amount, paymentIntentId };
  const booked = await sendUntilResponse(crowd, random, 'POST', '/api/pickups', { token, key: draftKey, body });
  if (booked?.body.id) crowd.pickups.push(booked.body.id);
}

/** Books first and pays at /checkout, as the first version of the app does. */
async function bookAndPayLater(crowd: Crowd, random: Random, token: string): Promise<void> {
  const { draftKey, amount, draft } = draftOf(random)(25);
  const body = { ...draft, amount };
  const booked = await sendUntilResponse(crowd, random, 'POST', '/api/pickups', { token, key: draftKey, body });
  const pickupId = booked?.body.id;
  if (!pickupId || closesTheTab(random)) return;
  crowd.pickups.push(pickupId);
  const opened = await sendUntilResponse(crowd, random, 'POST', '/api/create-payment-intent', {
    ...{ token, body: { amount, pickupId } },
  });
  if (opened?.status !== 200) return;
  crowd.counts.bookings += 1;
  pay(crowd, random, opened.body.clientSecret);
  if (closesTheTab(random)) return;
  await returnFromPayment(crowd, random, `/checkout/success?payment_intent=${opened.body.paymentIntentId}`);
}

async function subscribe(crowd: Crowd, random: Random, token: string): Promise<void> {
  const choose = () =>
    sendUntilResponse(crowd, random, 'POST', '/api/create-subscription', {
      ...{ token, body: { packageType: random.pick(['basic', 'clean-carry', 'premium']) } },
    });
  let opened = await choose();
  // Some choose another plan instead.
  if (random.chance(0.3)) opened = await choose();
  if (opened?.status !== 200) return;
  crowd.counts.plans += 1;
  if (closesTheTab(random)) return;
  pay(crowd, random, opened.body.clientSecret);
  if (closesTheTab(random)) return;
  const { subscriptionId } = opened.body;
  const path = '/api/confirm-subscription-payment';
  const confirmed = await sendUntilResponse(crowd, random, 'POST', path, { token, body: { subscriptionId } });
  if (confirmed?.body.subscription) crowd.plans.push(confirmed.body.subscription.id);
}

/** Opens the page that the card form returns to. After a lost response, some reload it. */
async function returnFromPayment(crowd: Crowd, random: Random, path: string): Promise<void> {
  const response = await send(crowd, 'GET', path, {});
  if (!response && random.chance(0.7)) await sendUntilResponse(crowd, random, 'GET', path, {});
}

const good = testCards.successful.paymentMethodId;

/** Pays in the card form, which does not involve our server. */
function pay({ standIn: { browser } }: Crowd, random: Random, clientSecret: string): void {
  if (random.chance(0.2)) browser.confirmPayment(clientSecret, testCards.declined.paymentMethodId);
  if (random.chance(0.1)) {
    const { paymentIntent } = browser.confirmPayment(clientSecret, 'pm_card_authenticationRequired');
    if (paymentIntent?.status === 'requires_action') browser.completeAction(clientSecret, random.chance(0.7));
  }
  // Some submit the form twice, from two tabs.
  for (const _ of random.pick([[1], [1], [1, 2]])) browser.confirmPayment(clientSecret, good);
}

const closesTheTab = (random: Random) => random.chance(0.15);

/** Makes a later request to Stripe fail or be slow. Kills often fall into slow requests. */
function failNextCall(standIn: StripeStandIn, random: Random): void {
  const calls = [
    'POST /v1/payment_intents',
    'GET /v1/payment_intents/:id',
    'POST /v1/payment_intents/:id/cancel',
    'POST /v1/subscriptions',
    'POST /v1/refunds',
    'POST /v1/customers',
  ] as const;
  const slow: Failure = { delayMs: 50 + random.int(250) };
  const down: Failure = { refuse: { status: 500, error: { type: 'api_error', message: 'Away' } } };
  const failures: Failure[] = [slow, slow, slow, slow, { cut: 'after' }, { twice: true }, down];
  standIn.failNext(random.pick(calls), random.pick(failures));
}
