import type { z } from 'zod/mini';
import { testCards } from '../../../contract/payments.ts';
import type { finishCardUpdate, startCardUpdate } from '../../../contract/subscriptions.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { ensureCustomer } from '../../payments/payers/ensure-customer.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { findLatestSubscription, type SubscriptionRow } from '../store.ts';
import { readOwed } from './send-past-due.ts';
import { syncBilling } from './sync-billing.ts';

/**
 * Opens the form that saves another card for the customer's plan. Returns what is due, which is charged as soon as the card is
 * saved. Throws 404 without a plan, 409 when it has ended.
 */
export async function startCard(
  services: Services,
  customerId: string,
): Promise<z.input<(typeof startCardUpdate)['response']>> {
  const { owedCents, payUrl } = await readOwed(services, await requireLive(services, customerId));
  const { id, clientSecret } = await services.payments.startCardSetup(await ensureCustomer(services, customerId));
  const testMode = services.payments.saveTestCard !== undefined;
  const numbers = Object.fromEntries(Object.entries(testCards).map(([name, { number }]) => [name, number]));
  const due = owedCents > 0 ? centsToText(owedCents) : null;
  return { setupId: id, clientSecret, due, payUrl, testMode, ...(testMode && { testCards: numbers }) };
}

/**
 * Switches the plan to the card that the form has saved, pays what is owed with it, and resumes a plan that was paused for
 * that. Throws 402 (the card was declined or not saved; nothing has changed), 404, 409.
 */
export async function finishCard(
  services: Services,
  customerId: string,
  { setupId, paymentMethodId }: z.output<(typeof finishCardUpdate)['body']>,
): Promise<SubscriptionRow> {
  const { id, stripeSubscriptionId } = await requireLive(services, customerId);
  const { payments } = services;
  if (payments.saveTestCard) {
    if (!paymentMethodId)
      throw new Refusal(400, 'Card is required', { errors: { paymentMethodId: 'Card is required' } });
    await payments.saveTestCard({ setupId, customerId: await ensureCustomer(services, customerId) }, paymentMethodId);
  }
  await payments.applySavedCard(stripeSubscriptionId, setupId);
  await syncBilling(services, id);
  return await requireLive(services, customerId);
}

async function requireLive({ db }: Pick<Services, 'db'>, customerId: string): Promise<SubscriptionRow> {
  const subscription = await findLatestSubscription(db, customerId);
  if (!subscription) throw new Refusal(404, 'Subscription not found');
  if (subscription.status === 'cancelled') throw new Refusal(409, 'This plan has ended.', { code: 'ended' });
  return subscription;
}
