import { inTransaction } from '../../database/transaction.ts';
import { messageOf, type Outcome } from '../../payments/reconcile/outcome.ts';
import type { Services } from '../../services.ts';
import { lockSubscription } from '../subscriptions.store.ts';
import { applyCredit, applyCreditsOf } from './apply-credit.ts';
import { listForgottenClosings } from './closings.store.ts';
import { listForgottenCredits, listHeldPlans } from './credits.store.ts';
import { finishClosings } from './finish-closings.ts';
import { writeDueCredits } from './write-due-credits.ts';

const batchSize = 200;
const beforeEveryId = '00000000-0000-0000-0000-000000000000';
/** Credits and closings older than this count as forgotten: their jobs have tried several times by then. */
const forgottenMs = 10 * 60 * 1000;

/**
 * Writes the due credits of plans with a hold, gives the provider the credits whose job was lost, and finishes
 * interrupted closings. Returns what it repaired and what it could not.
 */
export async function sweepCredits(services: Services): Promise<Outcome> {
  const outcome: Outcome = { repaired: [], failed: [] };
  /** One failure must not keep the others from being swept. The next sweep tries it again. */
  const attempt = async (what: string, work: () => Promise<void>, repaired?: string) => {
    try {
      await work();
      if (repaired) outcome.repaired.push(repaired);
    } catch (error) {
      services.log.error({ err: error, what }, 'plan credits could not be swept');
      outcome.failed.push(`${what}: ${messageOf(error)}`);
    }
  };
  for (let afterId = beforeEveryId; ; ) {
    const ids = await listHeldPlans(services.db, afterId, batchSize);
    for (const id of ids) await attempt(`credits of plan ${id}`, async () => await giveDueCredits(services, id));
    const last = ids.at(-1);
    if (last === undefined || ids.length < batchSize) break;
    afterId = last;
  }
  const before = new Date(services.clock().getTime() - forgottenMs);
  for (const id of await listForgottenCredits(services.db, before, batchSize)) {
    await attempt(`credit ${id}`, async () => await applyCredit(services, id), `credit ${id} given to the provider`);
  }
  for (const customerId of await listForgottenClosings(services.db, before, batchSize)) {
    const what = `credit of the ended plan of customer ${customerId}`;
    await attempt(what, async () => await finishClosings(services, customerId), `${what} closed`);
  }
  return outcome;
}

/** Writes a plan's due credits and gives them to the provider. Called before the plan's next month is charged. */
export async function giveDueCredits(services: Services, subscriptionId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const subscription = await lockSubscription(trx, subscriptionId);
    if (subscription) await writeDueCredits(services, trx, subscription);
  });
  await applyCreditsOf(services, subscriptionId);
}
