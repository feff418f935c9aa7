import { addDays, dateKeyOf } from '../../../contract/values/time/dates.ts';
import { renewSubscriptions } from '../../../server/subscriptions/billing/renew-subscriptions.ts';
import { cancelPlan } from '../../../server/subscriptions/cancel/cancel-plan.ts';
import { endPlan, previewEnd } from '../../../server/subscriptions/cancel/end-plan.ts';
import { undoCancel } from '../../../server/subscriptions/cancel/undo-cancel.ts';
import { changePlan, undoChange } from '../../../server/subscriptions/change/change-plan.ts';
import { sweepCredits } from '../../../server/subscriptions/credits/sweep-credits.ts';
import { comeBackEarly } from '../../../server/subscriptions/hold/come-back-early.ts';
import { holdPlan } from '../../../server/subscriptions/hold/hold-plan.ts';
import { previewHold } from '../../../server/subscriptions/hold/preview-hold.ts';
import { skipVisit } from '../../../server/subscriptions/hold/skip-visit.ts';
import { sweepSubscriptions } from '../../../server/subscriptions/occurrences/sweep-subscriptions.ts';
import type { SubscriptionRow } from '../../../server/subscriptions/subscriptions.store.ts';
import type { Random } from '../random.ts';
import type { World } from './world.ts';

/** Actions of a customer on a running plan. */

const livePlan = async (world: World): Promise<SubscriptionRow | undefined> =>
  await world.t.db.selectFrom('subscriptions').selectAll().where('status', '<>', 'cancelled').executeTakeFirst();

/** Returns the plan and who acts on it: the customer or a dispatcher. */
function by(world: World, random: Random, { id }: SubscriptionRow): { subscriptionId: string; actorId: string } {
  return { subscriptionId: id, actorId: random.chance(0.7) ? world.customerId : world.adminId };
}

const today = ({ services }: World) => dateKeyOf(services.clock());

export const planActions = {
  async 'hold the plan'(world: World, random: Random) {
    const plan = await livePlan(world);
    if (!plan) return undefined;
    const from = addDays(today(world), 2 + random.int(3));
    const hold = { from, until: addDays(from, random.pick([40, 14, 21, 90])) };
    const { credit } = await previewHold(world.services, plan.id, hold);
    return await holdPlan(world.services, { ...by(world, random, plan), ...hold, expectedCredit: credit });
  },
  async 'come back early'(world: World, random: Random) {
    const plan = await livePlan(world);
    if (!plan?.holdFrom) return undefined;
    const open = addDays(today(world), 2 + random.int(4));
    const on = [plan.holdFrom, open].sort().at(-1) ?? open;
    return await comeBackEarly(world.services, { ...by(world, random, plan), on });
  },
  async 'skip a visit'(world: World, random: Random) {
    const plan = await livePlan(world);
    const stops = world.t.db
      .selectFrom('pickups')
      .selectAll()
      .where('subscriptionId', '=', plan?.id ?? null);
    const stop = random.pick(await stops.orderBy('occurrenceDate').execute());
    if (!plan || !stop?.occurrenceDate) return undefined;
    return await skipVisit(world.services, { ...by(world, random, plan), day: stop.occurrenceDate });
  },
  async 'change the plan'(world: World, random: Random) {
    const plan = await livePlan(world);
    const packageType = random.pick(['heavy-duty', 'basic', 'clean-carry'] as const);
    return plan && (await changePlan(world.services, { ...by(world, random, plan), body: { packageType } }));
  },
  async 'change the day'(world: World, random: Random) {
    const plan = await livePlan(world);
    const preferredDay = random.pick(['thursday', 'saturday'] as const);
    return plan && (await changePlan(world.services, { ...by(world, random, plan), body: { preferredDay } }));
  },
  async 'undo the change'(world: World, random: Random) {
    const plan = await livePlan(world);
    return plan && (await undoChange(world.services, by(world, random, plan)));
  },
  async 'the customer cancels the plan'(world: World, random: Random) {
    const plan = await livePlan(world);
    if (!plan) return undefined;
    const isLater = plan.status === 'active' && plan.pastDueSince === null;
    const expectedEnd = isLater ? (plan.cancellationDate ?? plan.currentPeriodEnd) : null;
    return await cancelPlan(world.services, { ...by(world, random, plan), expectedEnd, reason: null });
  },
  async 'undo the cancellation'(world: World, random: Random) {
    const plan = await livePlan(world);
    return plan && (await undoCancel(world.services, by(world, random, plan)));
  },
  async 'end the plan with a refund'(world: World, random: Random) {
    const plan = await livePlan(world);
    if (!plan) return undefined;
    const { refund } = await previewEnd(world.services, plan.id);
    return await endPlan(world.services, { ...by(world, random, plan), expectedRefund: refund });
  },
  'write credits': async (world: World) => await sweepCredits(world.services),
  'make stops': async (world: World) => await sweepSubscriptions(world.services),
  renew: async (world: World) => await renewSubscriptions(world.services),
};
