import { type Db, inTransaction } from '../../../database/transaction.ts';
import type { CreditProvider, ProviderCredit } from '../credit-provider.ts';
import {
  findCredit,
  insertCredit,
  listBalance,
  lockBalance,
  readBalance,
  type SimulatedCredit,
} from './credits.store.ts';
import { newId } from './intents.ts';
import type { SimulatedInvoice } from './plans.store.ts';

/** The customer balances of the simulated provider. */
export function simulatedCredits(db: Db, clock: () => Date): CreditProvider {
  return {
    async addCredit({ customerId, amountCents, idempotencyKey }) {
      return await inTransaction(db, async (trx) => {
        await lockBalance(trx, customerId);
        const before = await findCredit(trx, idempotencyKey);
        if (before && before.amountCents !== amountCents) {
          throw new Error(`the idempotency key ${idempotencyKey} was used for another amount`);
        }
        if (before) return { id: before.id };
        const id = newId('cbtxn');
        const credit = { id, customerId, amountCents, idempotencyKey, invoiceId: null };
        await insertCredit(trx, { ...credit, createdAt: clock() });
        return { id };
      });
    },
    creditOf: async (customerId) => await readBalance(db, customerId),
    async listCredits(customerId) {
      return (await listBalance(db, customerId)).map(presentCredit);
    },
  };
}

export function presentCredit(row: SimulatedCredit): ProviderCredit {
  const { id, idempotencyKey, amountCents, invoiceId, createdAt } = row;
  return { id, key: idempotencyKey, amountCents, invoiceId, at: createdAt };
}

/** The minimum charge: a smaller amount isn't charged. */
const leastCents = 50;

/** Returns the amount, in cents, that an invoice of `totalCents` charges when the balance is `balanceCents`. */
export function dueOf(totalCents: number, balanceCents: number): number {
  const dueCents = totalCents - balanceCents;
  return dueCents < leastCents ? 0 : dueCents;
}

type BalanceOf = Pick<SimulatedInvoice, 'id' | 'amountCents' | 'totalCents'>;

/** Deducts an invoice's part that isn't charged from the locked balance, or returns it when the invoice is void. */
export async function moveBalance(
  trx: Db,
  { id: invoiceId, amountCents: dueCents, totalCents }: BalanceOf,
  { customerId, isReturned = false, now }: { customerId: string; isReturned?: boolean; now: Date },
): Promise<void> {
  const usedCents = totalCents - dueCents;
  if (usedCents === 0) return;
  const amountCents = isReturned ? usedCents : -usedCents;
  const credit = { id: newId('cbtxn'), customerId, amountCents, idempotencyKey: null, invoiceId };
  await insertCredit(trx, { ...credit, createdAt: now });
}
