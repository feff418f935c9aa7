import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { receiveEvent } from '../../../server/payments/webhook/receive-event.ts';
import { press, runJobs } from './life.ts';
import { type Life, planOf } from './life-facts.ts';
import { bookPickup, payingCardNames } from './pickups.ts';

/** One-time pickups, refunds that are refused or come back, and what people do in the provider's own screens. */

type Press = (life: Life) => Promise<unknown>;

async function aPickup({ world, random }: Life) {
  const pickups = world.t.db.selectFrom('pickups').selectAll().where('subscriptionId', 'is', null);
  return random.pick(await pickups.orderBy('createdAt', 'desc').orderBy('id').limit(3).execute());
}

async function aRefused({ world, random }: Life) {
  const refunds = world.t.db.selectFrom('charge_refunds').selectAll().where('status', '=', 'refused');
  return random.pick(await refunds.orderBy('createdAt').execute());
}

/** Returns one of the last paid intents. */
async function aCharge({ world, random, customer }: Life): Promise<string | undefined> {
  const lines = await world.t.db
    .selectFrom('payment_history')
    .select('stripePaymentIntentId')
    .where('customerId', '=', customer.id)
    .where('status', '=', 'succeeded')
    .where('stripePaymentIntentId', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(4)
    .execute();
  return random.pick(lines)?.stripePaymentIntentId ?? undefined;
}

/** Books with a card whose bank often does something later. */
async function book(life: Life): Promise<void> {
  const { random } = life;
  const card = random.chance(0.3) ? 'successful' : random.pick(payingCardNames);
  await bookPickup(life, { card, bagCount: random.pick([4, 8, 25]), daysAhead: random.pick([1, 2, 4, 9]) });
}

export const moneyPresses: Record<string, Press> = {
  'books a pickup': book,
  async 'books a pickup that is refunded soon'(life) {
    await book(life);
    const next = ['cancels a pickup', 'a dispatcher cancels a pickup', 'a dispatcher refunds a part'] as const;
    await moneyPresses[life.random.pick(next)]?.(life);
  },
  async 'cancels a pickup'(life) {
    const pickup = await aPickup(life);
    if (!pickup) return;
    const options = await press(life, 'customer', 'GET', `/api/pickups/${pickup.id}/change-options`);
    const { refund: expectedRefund, canCancel } = options.body;
    if (!canCancel) return;
    const { status } = await press(life, 'customer', 'POST', `/api/pickups/${pickup.id}/cancel`, { expectedRefund });
    expect([200, 409, 503]).toContain(status);
  },
  async 'a dispatcher cancels a pickup'(life) {
    const pickup = await aPickup(life);
    if (!pickup) return;
    const { status } = await press(life, 'admin', 'DELETE', `/api/admin/pickups/${pickup.id}`);
    expect([200, 409]).toContain(status);
  },
  async 'a dispatcher refunds a part'(life) {
    const pickup = await aPickup(life);
    if (!pickup) return;
    const body = { amount: life.random.pick(['5.00', '12.50', '30.00']), reason: 'A bag', refundKey: randomUUID() };
    const { status } = await press(life, 'admin', 'POST', `/api/admin/pickups/${pickup.id}/refund`, body);
    expect([200, 400, 409]).toContain(status);
  },
  async 'a dispatcher tries a refund again'(life) {
    const refund = await aRefused(life);
    if (!refund) return;
    const { status } = await press(life, 'admin', 'POST', `/api/admin/refunds/${refund.id}/retry`);
    expect([200, 409]).toContain(status);
  },
  async 'a dispatcher settles a refund another way'(life) {
    const refund = await aRefused(life);
    const { body } = await press(life, 'admin', 'GET', '/api/admin/attention');
    const kind = body.kinds.find((one: { kind: string }) => one.kind === 'refund-failed');
    const item = kind?.items.find(
      (one: { refund: { id: string } | null }) => one.refund !== null && one.refund.id === refund?.id,
    );
    if (!item) return;
    const dismissal = { key: item.key, state: item.state, word: 'Cash' };
    const { status } = await press(life, 'admin', 'POST', '/api/admin/attention/dismiss', dismissal);
    expect([200, 409]).toContain(status);
  },
  async 'our balance runs empty'(life) {
    life.world.provider.emptyBalance(life.random.chance(0.5) ? 'refuses' : 'waits');
    life.trail.push('our balance at the provider runs empty');
  },
  async 'our balance is filled'(life) {
    life.world.provider.fillBalance();
    life.trail.push('our balance at the provider is filled');
  },
  async 'a person refunds at the provider'(life) {
    const intentId = await aCharge(life);
    if (intentId) await life.world.provider.refundByHand(intentId, life.random.pick([500, 1000, undefined]));
    life.trail.push(`a person refunds ${intentId} at the provider`);
  },
  async 'the bank returns a refund'(life) {
    life.trail.push(`the bank returns a refund: ${life.world.provider.returnRefund()}`);
  },
  async 'the cardholder disputes'(life) {
    const intentId = await aCharge(life);
    if (intentId) life.trail.push(`${intentId} is disputed: ${life.world.provider.dispute(intentId)}`);
  },
  async 'the bank decides'(life) {
    const how = life.random.pick(['won', 'lost'] as const);
    life.trail.push(`the bank decides: ${how} ${life.world.provider.decide(how)}`);
  },
  async 'a person writes an invoice off'(life) {
    life.trail.push(`an invoice is written off: ${life.world.provider.writeOff()}`);
  },
  async 'a person voids an invoice'(life) {
    life.trail.push(`an invoice is voided: ${life.world.provider.voidInvoice()}`);
  },
  async 'a person ends the plan at the provider'(life) {
    const { stripeSubscriptionId } = await planOf(life);
    await life.world.provider.endPlan(stripeSubscriptionId);
    life.trail.push('a person ends the plan at the provider');
  },
};

/** Lets the provider's events come: some never, some twice, in any order, some only with a later call. */
export async function hearEvents(life: Life): Promise<void> {
  const { world, random, late } = life;
  const events = [...late.splice(0), ...world.provider.takeEvents()];
  for (const event of events.toSorted(() => random.int(3) - 1)) {
    const fate = random.int(10);
    if (fate < 4) continue;
    if (fate === 4) late.push(event);
    else for (let copy = fate === 5 ? 2 : 1; copy > 0; copy -= 1) await receiveEvent(world.t.services, event);
  }
  await runJobs(life);
}
