import type { Db } from '../../database/transaction.ts';
import { limitPerHour } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { countOpenPayments, lockPaymentsOf } from '../payments.store.ts';
import { unusedForMs } from '../rules.ts';
import { requireAcceptedCards } from './refused-cards.ts';

/** Unused payments are closed by a job that runs every two minutes. */
const closedWithinMs = 2 * 60_000;

/**
 * Checks that a customer may open one more payment, in the transaction that inserts it. Other requests of this customer
 * wait here until it ends, so parallel requests can't exceed the ceiling. Throws 429 `too_many_open_payments`,
 * `too_many_payments` or `too_many_refused_cards`. Checks nothing without an IP address: only the demo passes none.
 */
export async function requireRoomForPayment(
  services: Pick<Services, 'clock' | 'settings'>,
  trx: Db,
  customerId: string,
  ip: string | undefined,
): Promise<void> {
  if (ip === undefined) return;
  const { ceilings } = services.settings;
  const caller = { id: customerId, ip };
  const counted = { ...services, db: trx };
  await lockPaymentsOf(trx, customerId);
  await requireAcceptedCards(counted, caller);
  const { count, oldestUse } = await countOpenPayments(trx, customerId);
  if (count >= ceilings.openPayments) {
    const waitMs = (oldestUse?.getTime() ?? 0) + unusedForMs + closedWithinMs - services.clock().getTime();
    throw new Refusal(
      429,
      'You have too many unfinished payments. Please finish one of them, or try again in an hour, when unused ones are closed.',
      { code: 'too_many_open_payments', retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
    );
  }
  await limitPerHour(
    counted,
    {
      name: 'payment',
      perPerson: ceilings.paymentsPerHour,
      perAddress: ceilings.perAddress,
      message: 'You have started too many payments. Please finish an open one, or try again in a few minutes.',
      code: 'too_many_payments',
    },
    caller,
  );
}
