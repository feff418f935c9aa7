import type { z } from 'zod/mini';
import { phoneDays } from '../../contract/drivers.ts';
import type { deleteMyAccount } from '../../contract/my-data.ts';
import { centsToText, textToCents } from '../../contract/values/money.ts';
import { confirmOwnPassword } from '../accounts/passwords/verify-own-password.ts';
import { notSignedIn } from '../accounts/sign-in/authorize.ts';
import type { Origin } from '../accounts/sign-in/verify-attempt.ts';
import { recordChanges } from '../audit/record-change.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import { closeOpenPayments } from '../payments/checkout/close-payments.ts';
import { refundUnspentOf } from '../payments/unspent/refund-unspent.ts';
import { cancelLocked } from '../pickups/dispatch/cancel-pickup.ts';
import { lockUnfinishedPickups } from '../pickups/places/move-to-address.ts';
import { cancelledByCustomer } from '../pickups/rules.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { endAtProvider, endPlanWithAccount } from '../subscriptions/cancel/end-with-account.ts';
import { erasePerson, listWordsOf } from './erase.store.ts';
import { eraseTraces } from './erase-traces.store.ts';
import { hasOpenPayment, lockAccount } from './my-data.store.ts';
import { type Deletion, lockDeletion, wordsOf } from './read-deletion.ts';

type Body = z.output<(typeof deleteMyAccount)['body']>;

/**
 * Delays after which `finishDeletion` runs again. After the first, every earlier request has ended. After the second,
 * drivers' phones have sent the last notes and photos of completed stops.
 */
const laterPassSeconds = [600, (phoneDays + 1) * 24 * 60 * 60];

/**
 * Deletes a customer's account. Open pickups are cancelled, the plan ends, money is refunded and personal data is
 * erased, all in one transaction; jobs call the provider. Throws 400 (the password, the amount), 401 (the account was
 * deleted in the meantime), 429, and 409 with the code of a block or `preview_changed`.
 */
export async function deleteAccount(services: Services, customerId: string, body: Body, origin: Origin): Promise<void> {
  const expectedCents = readAmount(body.expectedRefund);
  const claim = { ...origin, userId: customerId, password: body.currentPassword };
  const passwordHash = await confirmOwnPassword(services, claim);
  await requireAllowed(services, customerId);
  await closeOpenPayments(services, customerId);
  await inTransaction(services.db, async (trx) => {
    if (!(await lockAccount(trx, customerId, passwordHash))) throw notSignedIn();
    const deletion = await lockDeletion(services, trx, customerId);
    const [block] = deletion.blocks;
    if (block) throw new Refusal(409, block.message, { code: block.code });
    if (await hasOpenPayment(trx, customerId)) {
      throw new Refusal(409, wordsOf(services, 'payment_open'), { code: 'payment_open' });
    }
    requireSame(deletion, expectedCents, body.expectedPickupIds);
    await carryOut(services, trx, customerId, deletion);
  });
}

/** Throws 409 before anything changes: a refused deletion must not close the form of a payment in another tab. */
async function requireAllowed(services: Services, customerId: string): Promise<void> {
  const { blocks } = await inTransaction(services.db, (trx) => lockDeletion(services, trx, customerId));
  const [block] = blocks;
  if (block) throw new Refusal(409, block.message, { code: block.code });
}

/** Erases the person first, so that notices and trail lines about the cancelled stops name nobody. */
async function carryOut(services: Services, trx: Db, customerId: string, deletion: Deletion): Promise<void> {
  const now = services.clock();
  const words = await listWordsOf(trx, customerId);
  const photoKeys = await erasePerson(trx, customerId, now);
  const about = { actorId: customerId, subject: 'user', subjectId: customerId } as const;
  await recordChanges(services, trx, [{ ...about, action: 'account_deleted' }]);
  const refunds = new Map(deletion.cancelled.map(({ pickup, refundCents }) => [pickup.id, refundCents]));
  if (deletion.plan) await endPlanWithAccount(services, trx, deletion.plan.plan);
  await endAtProvider(services, trx, customerId);
  // Read again, because the pickups have no address now and the end of the plan has cancelled its stops.
  for (const pickup of await lockUnfinishedPickups(trx, customerId)) {
    const refundCents = refunds.get(pickup.id) ?? 0;
    await cancelLocked(services, trx, pickup, { actorId: customerId, reason: cancelledByCustomer, refundCents });
  }
  await refundUnspentOf(services, trx, customerId);
  await eraseTraces(trx, customerId, words);
  await services.jobs.enqueueAll(
    trx,
    'delete-unused-photo',
    photoKeys.map((storageKey) => ({ storageKey })),
  );
  for (const afterSeconds of [0, ...laterPassSeconds]) {
    await services.jobs.enqueue(trx, 'finish-deletion', { userId: customerId }, { afterSeconds });
  }
}

/**
 * Finishes a deletion: enqueues jobs that remove name and email from the provider's customer and close payments, and
 * erases again, because an earlier request may have written since. Erases nothing of an account that wasn't deleted.
 */
export async function finishDeletion(services: Services, customerId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const photoKeys = await erasePerson(trx, customerId, services.clock(), 'again');
    await services.jobs.enqueueAll(
      trx,
      'delete-unused-photo',
      photoKeys.map((storageKey) => ({ storageKey })),
    );
    await services.jobs.enqueue(trx, 'sync-payer', { userId: customerId });
    await services.jobs.enqueue(trx, 'close-open-payments', { customerId });
  });
}

function requireSame(deletion: Deletion, expectedCents: number, expectedIds: readonly string[]): void {
  const ids = deletion.cancelled.map(({ pickup }) => pickup.id).sort();
  const isSame = ids.join() === [...new Set(expectedIds.map((id) => id.toLowerCase()))].sort().join();
  if (isSame && deletion.refundCents === expectedCents) return;
  const refund = centsToText(deletion.refundCents);
  const money = deletion.refundCents === 0 ? 'Nothing' : `$${refund}`;
  const message = `Something has changed. ${money} would be refunded now. Please check and confirm again.`;
  throw new Refusal(409, message, { code: 'preview_changed', errors: { expectedRefund: refund } });
}

function readAmount(amount: string | number): number {
  const cents = textToCents(amount);
  if (cents !== null && cents >= 0) return cents;
  const message = 'Please enter an amount such as 45.00';
  throw new Refusal(400, message, { errors: { expectedRefund: message } });
}
