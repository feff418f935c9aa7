import type { Services } from '../../services.ts';
import { recordDispute } from '../disputes/record-dispute.ts';
import { listDisputedIntents, readCharge } from '../ledger/ledger.store.ts';
import { changeRefund, findRefund, listSent } from '../refunds/refunds.store.ts';
import { syncRefunds } from '../refunds/sync-refunds.ts';
import { isFirstOfHour } from './find-unrecorded.ts';
import { messageOf, type Outcome } from './outcome.ts';

const idleMs = 10 * 60_000;
const batchSize = 200;

/**
 * Asks the provider about whatever a bank decides, because the event of its end may be lost. The list of movements
 * doesn't help: a refund that waited looks the same there once it is made, and a dispute stays listed under the day it
 * was opened. Reads each waiting refund every ten minutes, and each disputed charge once an hour or, if `readsAll` is
 * true, now.
 */
export async function followWaiting(services: Services, readsAll: boolean): Promise<Outcome> {
  const outcome: Outcome = { repaired: [], failed: [] };
  const now = services.clock();
  for (const { id, intentId } of await listSent(services.db, new Date(now.getTime() - idleMs), batchSize)) {
    await attempt(services, outcome, `refund ${id}`, async () => {
      await syncRefunds(services, intentId);
      const after = await findRefund(services.db, id);
      if (after && after.status !== 'sent') outcome.repaired.push(`refund ${id}: sent → ${after.status}`);
    });
    // Moves the refund to the end of the list, so that those that wait for long don't keep others from being read.
    await changeRefund(services.db, id, { updatedAt: now });
  }
  if (!readsAll && !isFirstOfHour(now)) return outcome;
  for (const intentId of await listDisputedIntents(services.db)) {
    await attempt(services, outcome, `dispute of ${intentId}`, async () => {
      await recordDispute(services, intentId, false);
      const { isDisputed } = await readCharge(services.db, intentId);
      if (!isDisputed) outcome.repaired.push(`dispute of ${intentId}: decided`);
    });
  }
  return outcome;
}

/** One failure must not keep the others from being read. The next run tries it again. */
async function attempt(
  services: Services,
  { failed }: Outcome,
  what: string,
  read: () => Promise<void>,
): Promise<void> {
  try {
    await read();
  } catch (error) {
    services.log.error({ err: error, what }, 'what a bank decides could not be read');
    failed.push(`${what}: ${messageOf(error)}`);
  }
}
