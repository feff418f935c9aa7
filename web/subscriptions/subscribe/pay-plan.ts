import type { CallResult } from '../../../contract/endpoint.ts';
import { confirmSubscriptionPayment, createSubscription } from '../../../contract/subscriptions.ts';
import { call } from '../../api/call.ts';
import type { CardEntry } from '../../payments/card/card-entry.ts';
import { activationFailure, payingFailure, paymentFailure, problemFailure, type SubscribeFailure } from './failures.ts';
import type { PlanOrder } from './plan-order.ts';

/** The three calls that buy a plan on /subscribe. Each may be repeated: the server opens, charges and starts a plan once. */

/** A plan that waits for its first payment, as the server has it. */
export type PlanSetup = CallResult<typeof createSubscription>;

/** Opens the first payment. Raises what the server says. */
export async function setUpPlan({ packageType, preferredDay, preferredTime, address }: PlanOrder): Promise<PlanSetup> {
  const body = { packageType, preferredDay, preferredTime, ...(address.trim() && { address }) };
  const setup = await call(createSubscription, { body });
  if (!setup.clientSecret) throw new Error('no client secret received');
  return setup;
}

/** Whether the card form can be charged as it stands. Null when it can, else what to say. */
export async function checkCard(card: CardEntry): Promise<SubscribeFailure | null> {
  try {
    const problem = await card.check();
    return problem && problemFailure(problem);
  } catch (error) {
    return payingFailure(error);
  }
}

/** Charges the card. Null when the money is there, else what to say. */
export async function payPlan(card: CardEntry): Promise<SubscribeFailure | null> {
  try {
    return paymentFailure(await card.charge());
  } catch (error) {
    return payingFailure(error);
  }
}

type PaidPlan = Pick<PlanSetup, 'subscriptionId'> & Pick<PlanOrder, 'packageType' | 'preferredDay' | 'preferredTime'>;

/** Starts the plan that was paid. Null when it runs, else what to say. */
export async function activatePlan(paid: PaidPlan): Promise<SubscribeFailure | null> {
  const { subscriptionId, packageType, preferredDay, preferredTime } = paid;
  try {
    const { success } = await call(confirmSubscriptionPayment, {
      body: { subscriptionId, packageType, preferredDay, preferredTime },
    });
    return success ? null : activationFailure(undefined, subscriptionId);
  } catch (error) {
    return activationFailure(error, subscriptionId);
  }
}
