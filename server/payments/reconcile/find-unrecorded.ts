import type { MoneyMovement } from '../../external/payments/payment-provider.ts';
import type { Services } from '../../services.ts';
import { recordDispute } from '../disputes/record-dispute.ts';
import { isKnownIntent, type LedgerLine, listLedgerLines } from '../ledger/ledger.store.ts';
import { syncRefunds } from '../refunds/sync-refunds.ts';
import { settlePayment } from '../settle/settle-payment.ts';
import { messageOf, type Outcome } from './outcome.ts';

const hourMs = 60 * 60 * 1000;
/** The provider's list shows movements whose events were lost. The list itself may lag by about this much. */
const lookBackMs = 2 * hourMs;
/** Older movements are read again in parts: a refund that a bank returns later stays listed under the day it was made. */
const partMs = 30 * hourMs;
const batchSize = 200;

/**
 * Reads the provider's movements, the latest or those since an instant. Records those that are missing in the ledger or
 * differ from it, and marks disputed charges. Without an instant, also reads an older part of the list, so that the
 * runs of one day cover four weeks. Logs movements that aren't ours, such as charges made in the provider's own
 * screens.
 */
export async function findUnrecorded(services: Services, since?: Date): Promise<Outcome> {
  const outcome: Outcome = { repaired: [], failed: [] };
  const now = services.clock();
  const latest = { since: new Date(now.getTime() - lookBackMs) };
  for (const span of since ? [{ since }] : [latest, ...olderPart(now)]) await recordSpan(services, span, outcome);
  return outcome;
}

/**
 * Returns the older part that this run reads: none, except in the first run of every hour. Each hour of the day has a
 * different part of 30 hours, so the runs of a day cover the last four weeks (neighboring parts overlap by an hour). No
 * position has to be stored, and a server that is off at night still reaches every part on some day.
 */
function olderPart(now: Date): { since: Date; until: Date }[] {
  if (!isFirstOfHour(now)) return [];
  const until = new Date(now.getTime() - now.getUTCHours() * partMs);
  return [{ since: new Date(until.getTime() - partMs), until }];
}

/** Returns whether a run at this time is the first one of its hour: the job runs every two minutes. */
export function isFirstOfHour(now: Date): boolean {
  return now.getUTCMinutes() <= 1;
}

async function recordSpan(services: Services, span: { since: Date; until?: Date }, outcome: Outcome): Promise<void> {
  const batch: MoneyMovement[] = [];
  try {
    for await (const movement of services.payments.listMovements(span)) {
      batch.push(movement);
      if (batch.length === batchSize) await recordMissing(services, batch.splice(0), outcome);
    }
  } catch (error) {
    services.log.warn({ err: error }, "the provider's list of movements could not be read");
    outcome.failed.push(`the provider's list of movements could not be read to its end: ${messageOf(error)}`);
  }
  await recordMissing(services, batch, outcome);
}

async function recordMissing(services: Services, movements: readonly MoneyMovement[], outcome: Outcome): Promise<void> {
  const before = await ledgerOf(services, movements);
  const missing = movements.filter((one) => one.kind !== 'dispute' && !isRecorded(one, before));
  const payers = new Set<string>();
  for (const movement of [...missing, ...movements.filter(({ kind }) => kind === 'dispute')]) {
    // One failure must not keep the others from being recorded. The next run retries it.
    try {
      await sync(services, movement, payers);
    } catch (error) {
      services.log.error({ err: error, ...movement }, 'a movement at the provider could not be recorded');
      outcome.failed.push(`${movement.kind} ${movement.id} of ${movement.intentId}: ${messageOf(error)}`);
    }
  }
  const after = await ledgerOf(services, missing);
  for (const movement of missing) {
    const { kind, intentId, amountCents } = movement;
    if (isRecorded(movement, after)) {
      outcome.repaired.push(`${kind} of ${intentId} ${amountCents === 0 ? 'marked as returned' : 'recorded'}`);
    } else if (amountCents !== 0) {
      services.log.warn({ ...movement }, 'a movement at the provider is not in our books');
    }
  }
}

async function sync(
  services: Services,
  { kind, intentId, amountCents, customerId }: MoneyMovement,
  payers: Set<string>,
): Promise<void> {
  if (!intentId) return;
  if (kind === 'refund') return await syncRefunds(services, intentId);
  if (kind === 'dispute') {
    // $0 means that the dispute was won or is only a warning: only a charge of ours has something to update.
    if (amountCents !== 0 || (await isKnownIntent(services.db, intentId)))
      await recordDispute(services, intentId, false);
    return;
  }
  if ((await settlePayment(services, intentId)) || !customerId || payers.has(customerId)) return;
  // The provider opens a renewal's intent, so it isn't one of our payments. Its plan may have ended since.
  payers.add(customerId);
  await services.plans.syncPayer(services, customerId);
}

type Recorded = Map<string, LedgerLine>;

async function ledgerOf({ db }: Services, movements: readonly MoneyMovement[]): Promise<Recorded> {
  return new Map((await listLedgerLines(db, movements)).map((line) => [keyOfLine(line), line]));
}

/** Returns whether the ledger has a movement. A refund of $0 was returned by the bank, so its row must say so. */
function isRecorded(movement: MoneyMovement, recorded: Recorded): boolean {
  const line = recorded.get(keyOf(movement));
  return line !== undefined && (movement.amountCents !== 0 || line.status === 'refund_failed');
}

/** Returns the key that a movement shares with its ledger row: a charge's intent, a refund's own id. */
export function keyOf({ kind, id, intentId }: MoneyMovement): string {
  return kind === 'charge' ? `charge ${intentId}` : `${kind} ${id}`;
}

export function keyOfLine({ status, stripePaymentIntentId, providerRefundId }: LedgerLine): string {
  return status === 'succeeded' ? `charge ${stripePaymentIntentId}` : `refund ${providerRefundId}`;
}
