import type { CallResult } from '../../../contract/endpoint.ts';
import { confirmSubscriptionPayment, createSubscription } from '../../../contract/subscriptions.ts';
import { call } from '../../api/call.ts';
import type { CardEntry } from '../../payments/card/card-entry.ts';
import { activationFailure, payingFailure, paymentFailure, problemFailure, type SubscribeFailure } from './failures.ts';
import type { PlanOrder } from './plan-order.ts';

/** A plan that is waiting for its first payment. */
export type PlanSetup = CallResult<typeof createSubscription>;

/** Opens the first payment. Safe to repeat. Throws the server's error. */
export async function setUpPlan({ packageType, preferredDay, preferredTime, address }: PlanOrder): Promise<PlanSetup> {
  const body = { packageType, preferredDay, preferredTime, ...(address.trim() && { address }) };
  const setup = await call(createSubscription, { body });
  if (!setup.clientSecret) throw new Error('no client secret received');
  return setup;
}

/** Returns null when the card form is ready to be charged, otherwise the failure to show. */
export async function checkCard(card: CardEntry): Promise<SubscribeFailure | null> {
  try {
    const problem = await card.check();
    return problem && problemFailure(problem);
  } catch (error) {
    return payingFailure(error);
  }
}

/** Charges the card. Returns null when the payment succeeded, otherwise the failure to show. */
export async function payPlan(card: CardEntry): Promise<SubscribeFailure | null> {
  try {
    return paymentFailure(await card.charge());
  } catch (error) {
    return payingFailure(error);
  }
}

type PaidPlan = Pick<PlanSetup, 'subscriptionId'> & Pick<PlanOrder, 'packageType' | 'preferredDay' | 'preferredTime'>;

/** Activates the paid plan. Safe to repeat. Returns null when it is active, otherwise the failure to show. */
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
