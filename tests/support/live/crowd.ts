import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { testCards } from '../../../contract/payments.ts';
import { addDays, dateKeyOf, instantOf } from '../../../contract/values/dates.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { priceOfBags } from '../../../contract/values/prices.ts';
import { type Answer, ask, type Question } from '../ask.ts';
import { registrationForm } from '../people.ts';
import type { Random } from '../random.ts';
import type { StripeStandIn, Trouble } from '../stripe/stand-in.ts';

/**
 * Customers and a dispatcher of a server that may die at any moment. Who gets no answer presses again, mostly, and the very
 * same; some press twice at once, change their mind, are refused first, or close the tab.
 */
export interface Crowd {
  readonly standIn: StripeStandIn;
  /** Where the server listens; undefined while there is none. */
  url(): string | undefined;
  /** How many wishes nobody has had yet. */
  readonly left: { bookings: number; plans: number };
  readonly counts: { bookings: number; plans: number; presses: number; lostAnswers: number };
  /** What the dispatcher can see. */
  readonly pickups: string[];
  readonly plans: string[];
  /** Answers that no server should give, whatever was killed before. */
  readonly wrong: string[];
}

export function makeCrowd(standIn: StripeStandIn, url: Crowd['url'], left: Crowd['left']): Crowd {
  const counts = { bookings: 0, plans: 0, presses: 0, lostAnswers: 0 };
  return { standIn, url, left, counts, pickups: [], plans: [], wrong: [] };
}

/** One customer after the other, until nobody wishes for anything any more. */
export async function liveThrough(crowd: Crowd, random: Random): Promise<void> {
  const { left } = crowd;
  for (let token = ''; left.bookings > 0; ) {
    token ||= await register(crowd, random);
    if (random.chance(0.4)) makeTrouble(crowd.standIn, random);
    if (left.plans > 0 && random.chance(0.12)) {
      left.plans -= 1;
      await subscribe(crowd, random, token);
      // A plan can be started once.
      token = '';
    } else {
      left.bookings -= 1;
      if (random.chance(0.1)) await bookAndPayLater(crowd, random, token);
      else await book(crowd, random, token);
    }
  }
}

/** Cancels and gives back parts, pauses and ends plans, until it is over. */
export async function dispatch(
  crowd: Crowd,
  random: Random,
  { account, isOver }: { account: { username: string; password: string }; isOver: () => boolean },
): Promise<void> {
  let token = '';
  while (!token) token = (await press(crowd, 'POST', '/api/auth/login', { body: account }))?.body.token ?? '';
  while (!isOver()) {
    await sleep(random.int(120));
    const pickup = random.pick(crowd.pickups);
    const plan = random.pick(crowd.plans);
    const act = random.int(12);
    if (pickup && act < 5) {
      const body = { amount: random.pick(['5.00', '12.50', '30.00']), reason: 'A bag', refundKey: randomUUID() };
      await insist(crowd, random, 'POST', `/api/admin/pickups/${pickup}/refund`, { token, body });
    } else if (pickup && act < 8) {
      await insist(crowd, random, 'DELETE', `/api/admin/pickups/${pickup}`, { token });
    } else if (plan && act < 11) {
      const body = { status: random.pick(['paused', 'active', 'active']) };
      await insist(crowd, random, 'PATCH', `/api/admin/subscriptions/${plan}`, { token, body });
    } else if (plan) {
      await insist(crowd, random, 'DELETE', `/api/admin/subscriptions/${plan}`, { token });
    }
  }
}

async function press(crowd: Crowd, method: string, path: string, question: Question): Promise<Answer | undefined> {
  let url = crowd.url();
  for (; !url; url = crowd.url()) await sleep(50);
  const answer = await ask(url, method, path, question);
  crowd.counts.presses += 1;
  if (!answer) crowd.counts.lostAnswers += 1;
  if (answer?.status === 500) crowd.wrong.push(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** Presses, sometimes twice at once, until there is an answer; some give up when there is none. */
async function insist(
  crowd: Crowd,
  random: Random,
  method: string,
  path: string,
  question: Question,
): Promise<Answer | undefined> {
  const mostTries = random.chance(0.1) ? 1 : 100;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const presses = random.chance(0.2) ? [1, 2] : [1];
    const answers = await Promise.all(presses.map(() => press(crowd, method, path, question)));
    const answer = answers.find((one) => one && one.status !== 503);
    if (answer) return answer;
    await sleep(30 + random.int(120));
  }
  return undefined;
}

async function register(crowd: Crowd, random: Random): Promise<string> {
  // Without the answer the name is taken: another person tries.
  const answer = await press(crowd, 'POST', '/api/auth/register', { body: registrationForm() });
  if (answer?.body.token) return answer.body.token;
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
    insist(crowd, random, 'POST', '/api/create-payment-intent', {
      token,
      body: { amount, booking: { ...draft, draftKey } },
    });
  let opened = await open();
  if (opened?.status !== 200) return;
  crowd.counts.bookings += 1;
  if (random.chance(0.1)) {
    // Another number of bags, and in an old tab the old form is sent at the same moment.
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
  if (random.chance(0.3)) return await comeBack(crowd, random, `/payment/success?payment_intent=${paymentIntentId}`);
  const body = { ...draft, amount, paymentIntentId };
  const booked = await insist(crowd, random, 'POST', '/api/pickups', { token, key: draftKey, body });
  if (booked?.body.id) crowd.pickups.push(booked.body.id);
}

/** The pickup first, its payment at /checkout, as a client of the first version does. */
async function bookAndPayLater(crowd: Crowd, random: Random, token: string): Promise<void> {
  const { draftKey, amount, draft } = draftOf(random)(25);
  const body = { ...draft, amount };
  const booked = await insist(crowd, random, 'POST', '/api/pickups', { token, key: draftKey, body });
  const pickupId = booked?.body.id;
  if (!pickupId || closesTheTab(random)) return;
  crowd.pickups.push(pickupId);
  const opened = await insist(crowd, random, 'POST', '/api/create-payment-intent', {
    ...{ token, body: { amount, pickupId } },
  });
  if (opened?.status !== 200) return;
  crowd.counts.bookings += 1;
  pay(crowd, random, opened.body.clientSecret);
  if (closesTheTab(random)) return;
  await comeBack(crowd, random, `/checkout/success?payment_intent=${opened.body.paymentIntentId}`);
}

async function subscribe(crowd: Crowd, random: Random, token: string): Promise<void> {
  const choose = () =>
    insist(crowd, random, 'POST', '/api/create-subscription', {
      ...{ token, body: { packageType: random.pick(['basic', 'clean-carry', 'premium']) } },
    });
  let opened = await choose();
  // Another plan, perhaps, in the place of the first.
  if (random.chance(0.3)) opened = await choose();
  if (opened?.status !== 200) return;
  crowd.counts.plans += 1;
  if (closesTheTab(random)) return;
  pay(crowd, random, opened.body.clientSecret);
  if (closesTheTab(random)) return;
  const { subscriptionId } = opened.body;
  const path = '/api/confirm-subscription-payment';
  const confirmed = await insist(crowd, random, 'POST', path, { token, body: { subscriptionId } });
  if (confirmed?.body.subscription) crowd.plans.push(confirmed.body.subscription.id);
}

/** Where the card form sends a browser; an answer that is lost is a blank page, which some load again. */
async function comeBack(crowd: Crowd, random: Random, path: string): Promise<void> {
  const answer = await press(crowd, 'GET', path, {});
  if (!answer && random.chance(0.7)) await insist(crowd, random, 'GET', path, {});
}

const good = testCards.successful.paymentMethodId;

/** What happens in the card form, without our server. */
function pay({ standIn: { browser } }: Crowd, random: Random, clientSecret: string): void {
  if (random.chance(0.2)) browser.confirmPayment(clientSecret, testCards.declined.paymentMethodId);
  if (random.chance(0.1)) {
    const { paymentIntent } = browser.confirmPayment(clientSecret, 'pm_card_authenticationRequired');
    if (paymentIntent?.status === 'requires_action') browser.completeAction(clientSecret, random.chance(0.7));
  }
  // The form sent twice, from two tabs.
  for (const _ of random.pick([[1], [1], [1, 2]])) browser.confirmPayment(clientSecret, good);
}

const closesTheTab = (random: Random) => random.chance(0.15);

/** Between our server and Stripe something goes wrong now and then; slowness is what a kill falls into. */
function makeTrouble(standIn: StripeStandIn, random: Random): void {
  const calls = [
    'POST /v1/payment_intents',
    'GET /v1/payment_intents/:id',
    'POST /v1/payment_intents/:id/cancel',
    'POST /v1/subscriptions',
    'POST /v1/refunds',
    'POST /v1/customers',
  ] as const;
  const slow: Trouble = { delayMs: 50 + random.int(250) };
  const away: Trouble = { refuse: { status: 500, error: { type: 'api_error', message: 'Away' } } };
  const troubles: Trouble[] = [slow, slow, slow, slow, { cut: 'after' }, { twice: true }, away];
  standIn.trouble(random.pick(calls), random.pick(troubles));
}
