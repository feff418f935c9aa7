import type { Actor, Step } from '../actor.ts';
import { BrokenPromise, type KnownCustomer, type KnownPickup } from '../model.ts';
import { addDays, atOf, dayOf, minuteMs } from '../new-york.ts';
import type { World } from '../world.ts';

const password = 'Curb-side7!';
const good = 'pm_card_visa';
const prices = [
  { bags: 4, cents: 3000 },
  { bags: 8, cents: 4500 },
] as const;

/** Households that register on the first morning and book pickups every day. Some also buy a plan. */
export function customers(households: number): Actor {
  let isFirstDay = true;
  return {
    name: 'customer',
    async wake(world) {
      const today = dayOf(world.nowMs());
      const steps: Step[] = [];
      for (let index = 0; index < households; index += 1) {
        if (isFirstDay) {
          const run = async () => await register(world, index);
          steps.push({ atMs: atOf(today, '06:00') + index * minuteMs, what: 'register', run });
        }
        const atMs = atOf(today, '09:00') + world.random.int(8 * 60) * minuteMs;
        if (!world.random.chance(0.04)) steps.push({ atMs, what: 'book', run: async () => await book(world, index) });
      }
      isFirstDay = false;
      return steps;
    },
  };
}

async function register(world: World, index: number): Promise<undefined> {
  const username = `household_${index}`;
  const address = `${100 + 2 * index} S ${5 + (index % 9)}th St, Philadelphia, PA 19147`;
  const form = {
    ...{ username, email: `${username}@stoop.example`, password, confirmPassword: password, address },
    ...{ firstName: 'Pat', lastName: 'Example', phone: `(215) 555-01${String(index % 100).padStart(2, '0')}` },
  };
  const { status, body } = await world.call('POST', '/api/auth/register', { body: form });
  if (status !== 201) throw new BrokenPromise('a household can register', `${status} ${JSON.stringify(body)}`);
  world.model.customers.set(body.user.id, {
    ...{ id: body.user.id, username, email: form.email, address, token: body.token, plan: undefined },
  });
}

const customerOf = (world: World, index: number) => [...world.model.customers.values()][index] as KnownCustomer;

/** Signs in again when the session has ended. */
async function token(world: World, customer: KnownCustomer): Promise<string> {
  const { status } = await world.call('GET', '/api/auth/user', { token: customer.token });
  if (status !== 401) return customer.token;
  const body = { username: customer.username, password };
  customer.token = (await world.call('POST', '/api/auth/login', { body })).body.token;
  return customer.token;
}

async function book(world: World, index: number): Promise<readonly Step[] | undefined> {
  const { random, model } = world;
  const customer = customerOf(world, index);
  await token(world, customer);
  if (!customer.plan && random.chance(0.03)) await buyPlan(world, customer);
  const day = addDays(dayOf(world.nowMs()), random.chance(0.9) ? 1 : 2);
  const { bags, cents } = random.pick(prices);
  const draftKey = crypto.randomUUID();
  const amount = (cents / 100).toFixed(2);
  const draft = {
    address: customer.address,
    bagCount: bags,
    scheduledDate: new Date(atOf(day, '09:00')).toISOString(),
  };
  const opening = { token: customer.token, body: { amount, booking: { ...draft, draftKey } } };
  const opened = random.chance(0.15)
    ? (await world.callTwice('POST', '/api/create-payment-intent', opening))[0]
    : await world.call('POST', '/api/create-payment-intent', opening);
  if (opened.status !== 200) throw new BrokenPromise('a booking can be paid', JSON.stringify(opened));
  const { clientSecret, paymentIntentId } = opened.body;
  if (!pay(world, clientSecret)) return undefined;
  model.charges.set(paymentIntentId, {
    ...{ intentId: paymentIntentId, customerId: customer.id, cents, what: 'pickup' },
    ...{ atMs: world.nowMs(), refundCents: 0 },
  });
  model.touchedCustomers.add(customer.id);
  // The tab is closed: the provider's event or the reconciler has to make the pickup.
  if (random.chance(0.12)) {
    model.count('closed tabs');
    return undefined;
  }
  const body = { ...draft, amount, paymentIntentId };
  const booking = { token: customer.token, key: draftKey, body };
  const booked = random.chance(0.2)
    ? (await world.callTwice('POST', '/api/pickups', booking))[0]
    : await world.call('POST', '/api/pickups', booking);
  // 200: the provider's event has made it already.
  if (booked.status !== 201 && booked.status !== 200)
    throw new BrokenPromise('a paid booking is taken', JSON.stringify(booked));
  const pickup: KnownPickup = {
    ...{ id: booked.body.id, customerId: customer.id, intentId: paymentIntentId, day, state: 'booked' },
    ...{ sinceMs: world.nowMs(), datedMs: world.nowMs(), driverId: null, undos: 0 },
  };
  model.book(pickup);
  model.count('bookings');
  return secondThoughts(world, customer, pickup);
}

/** Pays in the provider's form: some cards are declined first, some need a confirmation, some press twice. */
function pay({ standIn: { browser }, random }: World, clientSecret: string): boolean {
  if (random.chance(0.1)) browser.confirmPayment(clientSecret, 'pm_card_visa_chargeDeclined');
  if (random.chance(0.08)) {
    const { paymentIntent } = browser.confirmPayment(clientSecret, 'pm_card_authenticationRequired');
    if (paymentIntent?.status === 'requires_action') browser.completeAction(clientSecret, random.chance(0.7));
  }
  browser.confirmPayment(clientSecret, good);
  if (random.chance(0.1)) browser.confirmPayment(clientSecret, good);
  return browser.retrieve(clientSecret).paymentIntent?.status === 'succeeded';
}

/** Returns what a customer does with a booking later on the same day. */
function secondThoughts(world: World, customer: KnownCustomer, pickup: KnownPickup): readonly Step[] {
  const { random } = world;
  const atMs = world.nowMs() + (5 + random.int(6 * 60)) * minuteMs;
  const choice = random.int(100);
  if (choice < 10) {
    // The page was opened now and is pressed later: what it shows may be old by then.
    return [{ atMs, what: 'cancel', run: async () => await cancel(world, customer, pickup) }];
  }
  if (choice < 18) return [{ atMs, what: 'move', run: async () => await move(world, customer, pickup) }];
  if (choice < 26) return [{ atMs, what: 'pry', run: async () => await pry(world, customer) }];
  return [];
}

async function cancel(world: World, customer: KnownCustomer, pickup: KnownPickup): Promise<undefined> {
  const auth = { token: await token(world, customer) };
  if (pickup.state !== 'booked') return;
  const charge = world.model.charges.get(pickup.intentId);
  if (!charge) return;
  // The rule: everything back until 18:00 on the day before, half of it afterwards.
  const isLate = world.nowMs() >= atOf(addDays(pickup.day, -1), '18:00');
  const owedCents = isLate ? Math.round(charge.cents / 2) : charge.cents;
  const oldPage = (isLate ? charge.cents : charge.cents / 2) / 100;
  const path = `/api/pickups/${pickup.id}/cancel`;
  if (world.random.chance(0.3)) {
    const stale = await world.call('POST', path, { ...auth, body: { expectedRefund: oldPage.toFixed(2) } });
    if (stale.status !== 409) throw new BrokenPromise('an old page cannot cancel', JSON.stringify(stale));
  }
  const press = { ...auth, body: { expectedRefund: (owedCents / 100).toFixed(2) } };
  const done = world.random.chance(0.3)
    ? (await world.callTwice('POST', path, press))[0]
    : await world.call('POST', path, press);
  if (done.status !== 200) throw new BrokenPromise('a booking can be cancelled', JSON.stringify(done));
  charge.refundCents = owedCents;
  Object.assign(pickup, { state: 'cancelled', sinceMs: world.nowMs(), driverId: undefined });
  world.model.touch(pickup);
  world.model.count('cancellations');
}

async function move(world: World, customer: KnownCustomer, pickup: KnownPickup): Promise<undefined> {
  const auth = { token: await token(world, customer) };
  if (pickup.state !== 'booked') return;
  const options = await world.call('GET', `/api/pickups/${pickup.id}/change-options`, auth);
  const isOpen = world.nowMs() < atOf(addDays(pickup.day, -1), '18:00');
  if (options.body.canMove !== isOpen) throw new BrokenPromise('a booking can be moved until 18:00', pickup.id);
  if (!isOpen) return;
  const newDate = world.random.pick((options.body.days as string[]).slice(0, 3));
  const moved = await world.call('POST', `/api/pickups/${pickup.id}/move`, { ...auth, body: { newDate } });
  if (moved.status !== 200) throw new BrokenPromise('a booking can be moved', JSON.stringify(moved));
  Object.assign(pickup, { day: newDate, datedMs: world.nowMs() });
  world.model.touch(pickup);
  world.model.count('moves');
}

/** Asks for a pickup of somebody else. */
async function pry(world: World, customer: KnownCustomer): Promise<undefined> {
  const auth = { token: await token(world, customer) };
  const others = [...world.model.pickups.values()].filter(({ customerId }) => customerId !== customer.id);
  if (others.length === 0) return;
  const { id } = world.random.pick(others);
  for (const path of [`/api/pickups/${id}`, `/api/pickups/${id}/change-options`, `/api/pickups/${id}/live`]) {
    const { status } = await world.call('GET', path, auth);
    if (status !== 404) throw new BrokenPromise('nobody sees the pickup of another', `${path}: ${status}`);
  }
  const taken = await world.call('POST', `/api/pickups/${id}/cancel`, { ...auth, body: { expectedRefund: '45.00' } });
  if (taken.status !== 404) throw new BrokenPromise('nobody cancels the pickup of another', String(taken.status));
}

async function buyPlan(world: World, customer: KnownCustomer): Promise<void> {
  const auth = { token: customer.token };
  const body = { packageType: 'basic', preferredDay: world.random.pick(['tuesday', 'wednesday', 'friday']) };
  const opened = await world.call('POST', '/api/create-subscription', { ...auth, body });
  if (opened.status !== 200) throw new BrokenPromise('a plan can be bought', JSON.stringify(opened));
  const { clientSecret, subscriptionId } = opened.body;
  if (!pay(world, clientSecret)) return;
  const intentId = clientSecret.split('_secret_')[0];
  world.model.charges.set(intentId, {
    ...{ intentId, customerId: customer.id, cents: 3500, what: 'plan', atMs: world.nowMs(), refundCents: 0 },
  });
  const confirming = { ...auth, body: { subscriptionId } };
  const [started] = await world.callTwice('POST', '/api/confirm-subscription-payment', confirming);
  if (started.status !== 200) throw new BrokenPromise('a paid plan starts', JSON.stringify(started));
  customer.plan = { subscriptionId: started.body.subscription.id };
  world.model.count('plans');
}
