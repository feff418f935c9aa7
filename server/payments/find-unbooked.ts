import type { MoneyMovement } from '../external/payment-provider.ts';
import type { Services } from '../services.ts';
import { renewSubscriptions } from '../subscriptions/renew-subscriptions.ts';
import { followRefunds } from './follow-refunds.ts';
import { type LedgerLine, listLedgerLines } from './history.store.ts';
import { noteDispute } from './note-dispute.ts';
import { settlePayment } from './settle-payment.ts';

/** Events that were lost are made up for by looking at the provider's list; it may be that much late itself. */
const lookBackMs = 2 * 60 * 60 * 1000;
const batchSize = 200;

/**
 * Looks through the provider's movements, the latest ones or those since an instant, for money that our books do not know, and
 * books it; marks what is disputed. What is nobody's here, a charge made in the provider's own screens, say, is a line in the
 * log. Answers what it booked.
 */
export async function findUnbooked(
  services: Services,
  since = new Date(services.clock().getTime() - lookBackMs),
): Promise<string[]> {
  const found: string[] = [];
  let batch: MoneyMovement[] = [];
  try {
    for await (const movement of services.payments.listMovements({ since })) {
      batch.push(movement);
      if (batch.length < batchSize) continue;
      found.push(...(await bookMissing(services, batch)));
      batch = [];
    }
    found.push(...(await bookMissing(services, batch)));
  } catch (error) {
    services.log.warn({ err: error }, "the provider's list of movements could not be read");
  }
  return found;
}

async function bookMissing(services: Services, movements: readonly MoneyMovement[]): Promise<string[]> {
  const before = await bookedKeys(services, movements);
  const missing = movements.filter((movement) => isMoney(movement) && !before.has(keyOf(movement)));
  let isForeign = false;
  for (const { kind, intentId } of missing) {
    if (!intentId) continue;
    if (kind === 'refund') await followRefunds(services, intentId);
    else if (!(await settlePayment(services, intentId))) isForeign = true;
  }
  // The month of a plan is paid by an intent that we did not open.
  if (isForeign) await renewSubscriptions(services);
  for (const { kind, intentId, amountCents } of movements) {
    if (kind === 'dispute' && amountCents !== 0 && intentId) await noteDispute(services, intentId, false);
  }
  const after = await bookedKeys(services, missing);
  for (const movement of missing.filter((one) => !after.has(keyOf(one)))) {
    services.log.warn({ ...movement }, 'a movement at the provider is not in our books');
  }
  return missing.filter((one) => after.has(keyOf(one))).map(({ kind, intentId }) => `${kind} of ${intentId} booked`);
}

function isMoney({ kind, amountCents }: MoneyMovement): boolean {
  return kind !== 'dispute' && amountCents !== 0;
}

async function bookedKeys({ db }: Services, movements: readonly MoneyMovement[]): Promise<Set<string>> {
  return new Set((await listLedgerLines(db, movements)).map(keyOfLine));
}

/** A charge is known by its intent, a refund by its own id. */
export function keyOf({ kind, id, intentId }: MoneyMovement): string {
  return kind === 'charge' ? `charge ${intentId}` : `${kind} ${id}`;
}

/** The same of a line of our books. */
export function keyOfLine({ status, stripePaymentIntentId, providerRefundId }: LedgerLine): string {
  return status === 'succeeded' ? `charge ${stripePaymentIntentId}` : `refund ${providerRefundId}`;
}
