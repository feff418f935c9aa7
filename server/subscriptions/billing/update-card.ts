import type { z } from 'zod/mini';
import { testCards } from '../../../contract/payments.ts';
import type { finishCardUpdate, startCardUpdate } from '../../../contract/subscriptions.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { requireAcceptedCards, tryCard } from '../../payments/ceilings/refused-cards.ts';
import { ensureCustomer } from '../../payments/payers/ensure-customer.ts';
import { unusedForMs } from '../../payments/rules.ts';
import { type Caller, limitPerHour } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { requireLive } from '../require-subscription.ts';
import type { SubscriptionRow } from '../subscriptions.store.ts';
import { readOwed } from './read-owed.ts';
import { syncBilling } from './sync-billing.ts';

/**
 * Opens the form that saves another card for the customer's plan. Returns the form's secret and what is due (in
 * dollars, as decimal text), which is charged as soon as the card is saved. Throws 404 (no plan), 409 (the plan has
 * ended), and 429 `too_many_card_forms` and `too_many_refused_cards`.
 */
export async function startCard(
  services: Services,
  caller: Caller,
): Promise<z.input<(typeof startCardUpdate)['response']>> {
  const { id: customerId } = caller;
  const { owedCents, payUrl } = await readOwed(services, await requireLive(services.db, customerId));
  await requireAcceptedCards(services, caller);
  const { ceilings } = services.settings;
  const ceiling = { name: 'card-form', perPerson: ceilings.cardForms, perAddress: ceilings.perAddress };
  const message = 'You have opened the card form too often. Please try again in a few minutes.';
  await limitPerHour(services, { ...ceiling, message, code: 'too_many_card_forms' }, caller);
  const { id, clientSecret } = await services.payments.startCardSetup(await ensureCustomer(services, customerId));
  await services.jobs.enqueue(services.db, 'close-card-form', { setupId: id }, { afterSeconds: unusedForMs / 1000 });
  const testMode = services.payments.saveTestCard !== undefined;
  const numbers = Object.fromEntries(Object.entries(testCards).map(([name, { number }]) => [name, number]));
  const due = owedCents > 0 ? centsToText(owedCents) : null;
  return { setupId: id, clientSecret, due, payUrl, testMode, ...(testMode && { testCards: numbers }) };
}

/**
 * Switches the plan to the card that the form has saved, pays what is owed with it, and resumes a plan that was paused
 * for nonpayment. Throws 400 (test mode: no card), 402 (the card was declined or not saved; nothing has changed), 404,
 * 409, and 429 (`tryCard`).
 */
export async function finishCard(
  services: Services,
  caller: Caller,
  { setupId, paymentMethodId }: z.output<(typeof finishCardUpdate)['body']>,
): Promise<SubscriptionRow> {
  const { id: customerId } = caller;
  const { id, stripeSubscriptionId } = await requireLive(services.db, customerId);
  const { payments } = services;
  const charge = async () => {
    if (payments.saveTestCard) {
      if (!paymentMethodId)
        throw new Refusal(400, 'Card is required', { errors: { paymentMethodId: 'Card is required' } });
      await payments.saveTestCard({ setupId, customerId: await ensureCustomer(services, customerId) }, paymentMethodId);
    }
    await payments.applySavedCard(stripeSubscriptionId, setupId);
  };
  // `charge` throws if the card is refused, so when it returns, the card was accepted.
  await tryCard(services, caller, charge, () => false);
  await syncBilling(services, id);
  return await requireLive(services.db, customerId);
}
