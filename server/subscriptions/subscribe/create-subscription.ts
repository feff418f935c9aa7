import { v7 as newId } from 'uuid';
import type { z } from 'zod/mini';
import {
  defaultPreferredDay,
  defaultPreferredTime,
  type createSubscription as endpoint,
} from '../../../contract/subscriptions.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { creditPending } from '../../external/payments/unused-credit.ts';
import { abandonPayment, makePayable } from '../../payments/checkout/open-payment.ts';
import { requireShownTerms } from '../../payments/checkout/require-shown-terms.ts';
import { openSubscriptionPaymentOf, startSubscriptionPayment } from '../../payments/settle/subscription-payment.ts';
import { Refusal } from '../../refusal.ts';
import { isServed, requireServed } from '../../service-areas/require-served.ts';
import type { Services } from '../../services.ts';
import { endDuePlan } from '../billing/end-due-plan.ts';
import { syncBilling } from '../billing/sync-billing.ts';
import { hasOpenClosing } from '../credits/closings.store.ts';
import { finishClosings } from '../credits/finish-closings.ts';
import { requireOfferedTime } from '../preferred-times.ts';
import { findAddressOf, findImportedTime, findLive, hasLiveSubscription, listEnded } from '../subscriptions.store.ts';
import { findOrder } from './activate-subscription.ts';
import { changeOrder, insertOrder, lockOrdersOf, type OrderRow } from './subscribe.store.ts';

type Body = z.output<(typeof endpoint)['body']>;
type Response = z.input<(typeof endpoint)['response']>;

/**
 * Opens the first payment of a monthly plan. The subscription itself is created once the payment succeeds. Repeating
 * the request for the same package returns the same payment with the newest preferences. A request for another package
 * replaces the payment.
 *
 * Throws 400 (no address), 409 ('Already Subscribed', an address that we don't serve, a time of day in which nobody
 * works, or terms that have changed), 503 `credit_pending` (`finishClosings`), and 429 (`startSubscriptionPayment`).
 * If `ip` is undefined, as in the demo, neither the area nor the number of payments is checked.
 */
export async function createSubscription(
  services: Services,
  customerId: string,
  body: Body,
  ip?: string,
): Promise<Response> {
  const live = await findLive(services.db, customerId);
  // A cancelled plan whose paid month is over would end with the next hourly job. Ending it here saves the wait.
  if (live) await endDuePlan(services, live.id);
  // A new plan must never use credit that an earlier plan has left at the provider.
  await finishClosings(services, customerId);
  const { order, payment, stale } = await inTransaction(services.db, (trx) =>
    findOrStartOrder(services, trx, { customerId, ip }, body),
  );
  try {
    if (stale) {
      await abandonPayment(services, payment);
      return await createSubscription(services, customerId, body, ip);
    }
    const payable = await makePayable(services, payment);
    return present(order, payable.payment.stripeSubscriptionId, payable.intent.clientSecret);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The payment succeeded during this request, so the plan has started.
    if (error.code === 'already_paid') throw alreadySubscribed();
    // The payment was closed because nobody used it, so start a new one.
    if (error.code === 'payment_canceled') return await createSubscription(services, customerId, body, ip);
    if (error.code === 'credit_pending' && (await findReturned(services, customerId))) {
      return await createSubscription(services, customerId, body, ip);
    }
    throw error;
  }
}

/**
 * Looks for credit of former plans that came back to the balance without our noticing, as when a person voids an
 * invoice that was written off. Returns true if there is a closing to finish now.
 */
async function findReturned(services: Services, customerId: string): Promise<boolean> {
  for (const id of await listEnded(services.db, customerId)) await syncBilling(services, id);
  return await hasOpenClosing(services.db, customerId);
}

/**
 * Continues the customer's open order, or starts one. `stale` is true if the open order has another package or price,
 * or an address that is no longer served.
 */
async function findOrStartOrder(
  services: Services,
  trx: Db,
  { customerId, ip }: { customerId: string; ip: string | undefined },
  body: Body,
) {
  await lockOrdersOf(trx, customerId);
  // Read the payment before the plan: if the payment succeeds in between, the second read finds the plan.
  const open = await openSubscriptionPaymentOf(trx, customerId);
  if (await hasLiveSubscription(trx, customerId)) throw alreadySubscribed();
  if (await hasOpenClosing(trx, customerId)) throw creditPending();
  const given = body.address ?? (await findAddressOf(trx, customerId));
  if (!given) throw addressRequired();
  const order = open && (await findOrder(trx, open.subscriptionOrderId));
  const address = body.address ?? order?.address ?? given;
  const findImported = () => findImportedTime(trx, customerId);
  await requireOfferedTime(services, trx, body.preferredTime, order?.preferredTime, findImported);
  if (!open || !order) {
    if (ip !== undefined) await requireServed(trx, address);
    requireShownTerms(services.settings, body.shownTerms);
    return { ...(await startOrder(services, trx, { customerId, ip }, body)), stale: false };
  }
  const isOther = order.packageType !== body.packageType || order.pricePerMonth !== priceOf(body);
  // An open payment for an area that has closed is also stale: only closing the payment tells whether it has been paid.
  const stale = isOther || (ip !== undefined && !(await isServed(trx, address)));
  if (stale) return { order, payment: open, stale };
  return { order: await changeOrder(trx, order.id, preferencesOf(body), services.clock()), payment: open, stale };
}

export function alreadySubscribed(): Refusal {
  return new Refusal(409, 'Already Subscribed', { code: 'already_subscribed' });
}

function addressRequired(): Refusal {
  return new Refusal(400, 'Address is required', { errors: { address: 'Address is required' } });
}

async function startOrder(
  services: Services,
  trx: Db,
  payer: { customerId: string; ip: string | undefined },
  body: Body,
) {
  const { customerId } = payer;
  const pricePerMonth = priceOf(body);
  const wanted = { id: newId(), customerId, packageType: body.packageType, pricePerMonth };
  const order = await insertOrder(trx, { ...wanted, ...preferencesOf(body) });
  return { order, payment: await startSubscriptionPayment(services, trx, payer, order.id, pricePerMonth) };
}

/** Returns the preferences that the request states. Those that it leaves out don't change. */
function preferencesOf({ preferredDay, preferredTime, address, specialInstructions }: Body) {
  return {
    ...(preferredDay && { preferredDay }),
    ...(preferredTime && { preferredTime }),
    ...(address && { address }),
    ...(specialInstructions !== undefined && { specialInstructions: specialInstructions || null }),
  };
}

function priceOf({ packageType }: Body): string {
  return centsToText(planOf(packageType).priceCents);
}

function present(order: OrderRow, subscriptionId: string | null, clientSecret: string): Response {
  return {
    clientSecret,
    subscriptionId: subscriptionId ?? '',
    packageType: order.packageType,
    preferredDay: order.preferredDay ?? defaultPreferredDay,
    preferredTime: order.preferredTime ?? defaultPreferredTime,
  };
}
