import { randomUUID } from 'node:crypto';
import { testCards } from '../../../contract/payments.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { priceOfBags } from '../../../contract/values/prices.ts';
import { cancelBooking } from '../../../server/booking/changes/cancel-booking.ts';
import { moveBooking } from '../../../server/booking/changes/move-booking.ts';
import { readChangeOptions } from '../../../server/booking/changes/read-change-options.ts';
import { createPickup } from '../../../server/booking/create-pickup.ts';
import { confirmTestPayment } from '../../../server/payments/checkout/confirm-test-payment.ts';
import { createPaymentIntent } from '../../../server/payments/checkout/create-payment-intent.ts';
import { reconcilePayments } from '../../../server/payments/reconcile/reconcile-payments.ts';
import { requestPartialRefund } from '../../../server/payments/refunds/request-partial-refund.ts';
import { retryAllRefused } from '../../../server/payments/refunds/retry-refund.ts';
import { settlePayment } from '../../../server/payments/settle/settle-payment.ts';
import { handleEvent } from '../../../server/payments/webhook/handle-event.ts';
import { receiveEvent } from '../../../server/payments/webhook/receive-event.ts';
import { cancelPickup } from '../../../server/pickups/dispatch/cancel-pickup.ts';
import { Refusal } from '../../../server/refusal.ts';
import { finishCard, startCard } from '../../../server/subscriptions/billing/update-card.ts';
import { cancelSubscription } from '../../../server/subscriptions/manage/cancel-subscription.ts';
import { updateSubscription } from '../../../server/subscriptions/manage/update-subscription.ts';
import { confirmSubscription } from '../../../server/subscriptions/subscribe/confirm-subscription.ts';
import { createSubscription } from '../../../server/subscriptions/subscribe/create-subscription.ts';
import { type Random, steady } from '../random.ts';
import { planActions } from './plan-actions.ts';
import { runMoneyJobs } from './recovery.ts';
import { type Draft, listEvents, type World } from './world.ts';

/** One action of a customer, an admin, the provider or a job. It picks a random object to work on. */
type Action = (world: World, random: Random) => Promise<unknown>;

const good = testCards.successful.paymentMethodId;
const refused = testCards.declined.paymentMethodId;
const cardOf = (random: Random) => (random.chance(0.75) ? good : refused);

function draftOf(world: World, random: Random) {
  const { draftKey, idempotencyKey, ...draft } = world.drafts[random.chance(0.75) ? 0 : 1] as Draft;
  // A changed draft has a different number of bags.
  const bagCount = random.chance(0.6) ? 4 : 8;
  const amount = centsToText(priceOfBags(bagCount) ?? 0);
  return { draftKey, idempotencyKey, amount, booking: { address: '1127 S 9th St', bagCount, ...draft } };
}

const intents = (world: World) =>
  world.t.db
    .selectFrom('simulated_payment_intents')
    .selectAll()
    .orderBy('createdAt')
    .orderBy('idempotencyKey')
    .execute();
const pickups = (world: World) =>
  world.t.db
    .selectFrom('pickups')
    .selectAll()
    .where('subscriptionId', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
const plansOf = (world: World) => world.t.db.selectFrom('subscriptions').selectAll().orderBy('createdAt').execute();
const plansThere = (world: World) =>
  world.t.db.selectFrom('simulated_subscriptions').selectAll().orderBy('createdAt').orderBy('idempotencyKey').execute();

async function intentOf(world: World, random: Random): Promise<string | undefined> {
  const all = await intents(world);
  const open = all.filter((intent) => intent.status === 'requires_payment_method');
  return random.pick(open.length > 0 && random.chance(0.8) ? open : all)?.id;
}

async function setPlan(world: World, random: Random, status: 'paused' | 'active') {
  const plan = random.pick(await plansOf(world));
  return plan && (await updateSubscription(world.services, world.adminId, plan.id, { status }));
}

export const actions = {
  async 'open a draft'(world, random) {
    const { draftKey, amount, booking } = draftOf(world, random);
    return await createPaymentIntent(world.services, world.customerId, { amount, booking: { ...booking, draftKey } });
  },
  async 'change the draft'(world) {
    const { draftKey, booking } = draftOf(world, steady);
    const amount = centsToText(priceOfBags(8) ?? 0);
    const changed = { ...booking, bagCount: 8, draftKey };
    return await createPaymentIntent(world.services, world.customerId, { amount, booking: changed });
  },
  async 'open a listed price'(world) {
    return await createPaymentIntent(world.services, world.customerId, { amount: '30.00' });
  },
  async 'open a pickup'(world, random) {
    const pickup = random.pick(await pickups(world));
    if (!pickup) return undefined;
    const { id: pickupId, amount } = pickup;
    return await createPaymentIntent(world.services, world.customerId, { amount, pickupId });
  },
  async confirm(world, random) {
    const id = await intentOf(world, random);
    return id && (await confirmTestPayment(world.services, world.customerId, id, cardOf(random)));
  },
  async 'pay in the browser'(world, random) {
    const id = await intentOf(world, random);
    return id && (await world.provider.confirmTest?.(id, cardOf(random)));
  },
  async 'pay whatever is open'(world) {
    for (const { id } of await intents(world)) await world.provider.confirmTest?.(id, good);
  },
  async 'come back'(world, random) {
    const id = await intentOf(world, random);
    return id && (await settlePayment(world.services, id));
  },
  async book(world, random) {
    const { idempotencyKey, amount, booking } = draftOf(world, random);
    const paymentIntentId = random.chance(0.6) ? await intentOf(world, random) : undefined;
    const body = { ...booking, amount, ...(paymentIntentId && { paymentIntentId }) };
    const key = random.chance(0.6) ? idempotencyKey : undefined;
    return await createPickup(world.services, { customerId: world.customerId, body, idempotencyKey: key });
  },
  async 'book again without a key'(world) {
    const { amount, booking } = draftOf(world, steady);
    const request = { customerId: world.customerId, body: { ...booking, amount }, idempotencyKey: undefined };
    return await createPickup(world.services, request);
  },
  async 'an event'(world, random) {
    const event = random.pick(await listEvents(world));
    if (!event) return undefined;
    await receiveEvent(world.services, event);
    await handleEvent(world.services, event.id);
    return event.type;
  },
  async reconcile(world) {
    return await reconcilePayments(world.services);
  },
  async 'work off jobs'(world, random) {
    return await runMoneyJobs(world, random);
  },
  async 'choose a plan'(world, random) {
    const packageType = random.chance(0.6) ? 'basic' : 'clean-carry';
    return await createSubscription(world.services, world.customerId, { packageType, specialInstructions: null });
  },
  async 'choose another plan'(world) {
    const plan = { packageType: 'clean-carry', specialInstructions: null } as const;
    return await createSubscription(world.services, world.customerId, plan);
  },
  async 'confirm the plan'(world, random) {
    const plan = random.pick(await plansThere(world));
    if (!plan) return undefined;
    const preferredDay = random.chance(0.5) ? ('friday' as const) : undefined;
    const body = { subscriptionId: plan.id, ...(preferredDay && { preferredDay }) };
    return await confirmSubscription(world.services, world.customerId, body);
  },
  async 'cancel a pickup'(world, random) {
    const pickup = random.pick(await pickups(world));
    return pickup && (await cancelPickup(world.services, world.adminId, pickup.id));
  },
  async 'the customer cancels'(world, random) {
    const pickup = random.pick(await pickups(world));
    if (!pickup) return undefined;
    const [{ customerId }, pickupId] = [world, pickup.id];
    const { refund } = await readChangeOptions(world.services, customerId, pickupId);
    return await cancelBooking(world.services, { customerId, pickupId, expectedRefund: refund });
  },
  async 'the customer moves'(world, random) {
    const pickup = random.pick(await pickups(world));
    if (!pickup) return undefined;
    const { days } = await readChangeOptions(world.services, world.customerId, pickup.id);
    const newDate = random.pick(days.slice(0, 3));
    return (
      newDate && (await moveBooking(world.services, { customerId: world.customerId, pickupId: pickup.id, newDate }))
    );
  },
  async 'refund a part'(world, random) {
    const pickup = random.pick(await pickups(world));
    const amount = random.pick(['10.00', '15.00', '20.00', '30.00']);
    return pickup && (await pressRefund(world, pickup.id, { amount, press: random.int(2) }));
  },
  async 'refund everything'(world) {
    const [pickup] = await pickups(world);
    return pickup && (await pressRefund(world, pickup.id, { amount: pickup.amount, press: 2 }));
  },
  async 'refund at the provider'(world, random) {
    const paid = (await intents(world)).filter((intent) => intent.status === 'succeeded');
    const intent = random.pick(paid);
    if (!intent) return undefined;
    const amountCents = random.chance(0.5) ? 500 : intent.amountCents;
    return await world.provider.refundPayment(intent.id, { amountCents, idempotencyKey: randomUUID() });
  },
  async dispute(world, random) {
    const paid = (await intents(world)).filter((intent) => intent.status === 'succeeded');
    const intent = random.pick(paid.toReversed());
    if (!intent || world.disputes.has(intent.id)) return;
    const amountCents = intent.amountCents - intent.refundedCents;
    if (amountCents > 0)
      world.disputes.set(intent.id, { state: 'open', amountCents, createdAt: world.services.clock() });
  },
  async 'a bank decides'(world, random) {
    const open = [...world.disputes.values()].find(({ state }) => state === 'open');
    if (open) open.state = random.chance(0.5) ? 'won' : 'lost';
  },
  async 'the provider refuses refunds'(world) {
    world.refusesRefunds = true;
  },
  async 'the provider takes refunds again'(world) {
    world.refusesRefunds = false;
    await retryAllRefused(world.services);
  },
  'cancel the plan': async (world) => {
    const plan = (await plansOf(world)).find(({ status }) => status !== 'cancelled');
    return plan && (await cancelSubscription(world.services, world.adminId, plan.id));
  },
  'pause the plan': async (world, random) => await setPlan(world, random, 'paused'),
  'resume the plan': async (world, random) => await setPlan(world, random, 'active'),
  async 'price a plan'(world, random) {
    const plan = random.pick(await plansOf(world));
    const pricePerMonth = random.pick(['35.00', '75.00']);
    return plan && (await updateSubscription(world.services, world.adminId, plan.id, { pricePerMonth }));
  },
  async 'end a plan at the provider'(world, random) {
    const plan = random.pick(await plansThere(world));
    return plan && (await world.provider.cancelSubscription(plan.id));
  },
  async 'the card goes bad'(world) {
    const change = world.t.db.updateTable('simulated_subscriptions').set({ paymentMethodId: refused });
    await change.where('status', '<>', 'incomplete').execute();
  },
  async 'another card'(world, random) {
    const caller = { id: world.customerId, ip: '203.0.113.9' };
    const { setupId } = await startCard(world.services, caller);
    return await finishCard(world.services, caller, { setupId, paymentMethodId: cardOf(random) });
  },
  async 'a month is charged'(world, random) {
    const plan = random.pick(await plansThere(world));
    if (!plan || plan.periodEnd > world.services.clock()) return undefined;
    return await world.provider.renewTest?.(plan.id, plan.periodEnd);
  },
  ...planActions,
} satisfies Record<string, Action>;

export type ActionName = keyof typeof actions;

/** Each press has a fixed refund key. Throws if a repeated press is refused. */
async function pressRefund(world: World, pickupId: string, { amount, press }: { amount: string; press: number }) {
  const body = { amount, reason: 'A late truck', refundKey: `${pickupId.slice(0, -1)}${press}` };
  const pressed = world.t.db.selectFrom('charge_refunds').select('amount').where('id', '=', body.refundKey);
  const before = await pressed.executeTakeFirst();
  try {
    return await requestPartialRefund(world.services, world.adminId, pickupId, body);
  } catch (error) {
    const isRefused = error instanceof Refusal && error.status !== 503;
    if (before?.amount !== amount || !isRefused) throw error;
    throw new Error(`a refund that was pressed again was refused: ${error.message}`);
  }
}
