import type { MoneyMovement } from '../../external/payments/payment-provider.ts';
import type { Services } from '../../services.ts';
import { isKnownIntent, type LedgerLine, listLedgerLines } from '../ledger/store.ts';
import { recordDispute } from '../refunds/record-dispute.ts';
import { syncRefunds } from '../refunds/sync-refunds.ts';
import { settlePayment } from '../settle/settle-payment.ts';
import { messageOf, type Outcome } from './outcome.ts';

const hourMs = 60 * 60 * 1000;
/** Events that were lost are made up for by looking at the provider's list; it may be that much late itself. */
const lookBackMs = 2 * hourMs;
/** A bank sends a refund back days after it was made, and the list has it on the day when it was made. */
const partMs = 30 * hourMs;
const batchSize = 200;

/**
 * Looks through the provider's movements, the latest ones or those since an instant, for what our books do not know or have
 * otherwise, and books it; marks what is disputed. Without an instant it also reads an older part of the list, so that a day
 * reads four weeks. What is nobody's here, a charge made in the provider's own screens, say, is a line in the log.
 */
export async function findUnrecorded(services: Services, since?: Date): Promise<Outcome> {
  const outcome: Outcome = { mended: [], failed: [] };
  const now = services.clock();
  const latest = { since: new Date(now.getTime() - lookBackMs) };
  for (const span of since ? [{ since }] : [latest, ...olderPart(now)]) await lookThrough(services, span, outcome);
  return outcome;
}

/**
 * The first look of every hour reads 30 hours more, another part each hour: the looks of a day read the last four weeks, an
 * hour twice where two parts meet. Nothing has to be kept for that, and a server that is off at night comes to every part on
 * one day or another.
 */
function olderPart(now: Date): { since: Date; until: Date }[] {
  // The job runs every two minutes.
  if (now.getUTCMinutes() > 1) return [];
  const until = new Date(now.getTime() - now.getUTCHours() * partMs);
  return [{ since: new Date(until.getTime() - partMs), until }];
}

async function lookThrough(services: Services, span: { since: Date; until?: Date }, outcome: Outcome): Promise<void> {
  const batch: MoneyMovement[] = [];
  try {
    for await (const movement of services.payments.listMovements(span)) {
      batch.push(movement);
      if (batch.length === batchSize) await bookMissing(services, batch.splice(0), outcome);
    }
  } catch (error) {
    services.log.warn({ err: error }, "the provider's list of movements could not be read");
    outcome.failed.push(`the provider's list of movements could not be read to its end: ${messageOf(error)}`);
  }
  await bookMissing(services, batch, outcome);
}

async function bookMissing(services: Services, movements: readonly MoneyMovement[], outcome: Outcome): Promise<void> {
  const before = await bookedOf(services, movements);
  const missing = movements.filter((one) => one.kind !== 'dispute' && !isBooked(one, before));
  const payers = new Set<string>();
  for (const movement of [...missing, ...movements.filter(({ kind }) => kind === 'dispute')]) {
    // One that cannot be booked must not keep the others from it; it comes up again next time.
    try {
      await follow(services, movement, payers);
    } catch (error) {
      services.log.error({ err: error, ...movement }, 'a movement at the provider could not be booked');
      outcome.failed.push(`${movement.kind} ${movement.id} of ${movement.intentId}: ${messageOf(error)}`);
    }
  }
  const after = await bookedOf(services, missing);
  for (const movement of missing) {
    const { kind, intentId, amountCents } = movement;
    if (isBooked(movement, after)) {
      outcome.mended.push(`${kind} of ${intentId} ${amountCents === 0 ? 'marked as sent back' : 'booked'}`);
    } else if (amountCents !== 0) {
      services.log.warn({ ...movement }, 'a movement at the provider is not in our books');
    }
  }
}

async function follow(
  services: Services,
  { kind, intentId, amountCents, customerId }: MoneyMovement,
  payers: Set<string>,
): Promise<void> {
  if (!intentId) return;
  if (kind === 'refund') return await syncRefunds(services, intentId);
  if (kind === 'dispute') {
    // Over nothing: it was won, or is only a warning. Then there is something to do for a charge of ours alone.
    if (amountCents !== 0 || (await isKnownIntent(services.db, intentId)))
      await recordDispute(services, intentId, false);
    return;
  }
  if ((await settlePayment(services, intentId)) || !customerId || payers.has(customerId)) return;
  // The month of a plan is paid by an intent that we did not open, also when the plan has ended.
  payers.add(customerId);
  await services.plans.syncPayer(services, customerId);
}

type Booked = Map<string, LedgerLine>;

async function bookedOf({ db }: Services, movements: readonly MoneyMovement[]): Promise<Booked> {
  return new Map((await listLedgerLines(db, movements)).map((line) => [keyOfLine(line), line]));
}

/** A refund over nothing was made and then sent back by the bank: its line has to say so. */
function isBooked(movement: MoneyMovement, booked: Booked): boolean {
  const line = booked.get(keyOf(movement));
  return line !== undefined && (movement.amountCents !== 0 || line.status === 'refund_failed');
}

/** A charge is known by its intent, a refund by its own id. */
export function keyOf({ kind, id, intentId }: MoneyMovement): string {
  return kind === 'charge' ? `charge ${intentId}` : `${kind} ${id}`;
}

/** The same of a line of our books. */
export function keyOfLine({ status, stripePaymentIntentId, providerRefundId }: LedgerLine): string {
  return status === 'succeeded' ? `charge ${stripePaymentIntentId}` : `refund ${providerRefundId}`;
}
