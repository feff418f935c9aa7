import { centsOf, centsToText } from '../../../contract/values/money.ts';
import { localTimestampOf } from '../../../contract/values/time/dates.ts';
import { csvLines } from '../../csv.ts';
import type { MoneyMovement } from '../../external/payments/payment-provider.ts';
import type { Services } from '../../services.ts';
import { byDispute, isKnownIntent, type LedgerLine, listLedgerLines, listLinesOf } from '../ledger/ledger.store.ts';
import { keyOf, keyOfLine } from './find-unrecorded.ts';

export interface Ledger {
  /** A header, one line per movement (oldest first), and the sum. Dates and times are New York's. */
  csv: string;
  /** The differences between the ledger and the provider, one sentence each. */
  differences: string[];
}

const header = ['date', 'kind', 'id', 'payment_intent', 'amount', 'customer', 'description'];

/** Reads the provider's charges, refunds and disputes in a span of time and compares each with the ledger. */
export async function readLedger(
  services: Pick<Services, 'db' | 'payments'>,
  span: { since: Date; until: Date },
): Promise<Ledger> {
  const movements: MoneyMovement[] = [];
  for await (const movement of services.payments.listMovements(span)) {
    // The provider counts whole seconds, so it may list movements from just before the span.
    if (movement.at >= span.since) movements.push(movement);
  }
  movements.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
  const recorded = new Map((await listLedgerLines(services.db, movements)).map((line) => [keyOfLine(line), line]));
  const lines = movements.map((movement) => fieldsOf(movement, recorded.get(keyOf(movement))));
  const sum = movements.reduce((cents, { amountCents }) => cents + amountCents, 0);
  const total = ['', 'sum', '', '', centsToText(sum), '', ''];
  const theirs = new Set(movements.map(keyOf));
  const ours = (await listLinesOf(services.db, span)).filter((line) => !theirs.has(keyOfLine(line)));
  return {
    csv: csvLines([header, ...lines, total]),
    differences: [
      ...(await compare(movements, (one) => differenceOf(services, one, recorded.get(keyOf(one))))),
      ...(await compare(ours, (line) => unlistedOf(services, line))),
    ],
  };
}

async function compare<T>(list: readonly T[], describe: (one: T) => Promise<string | null>): Promise<string[]> {
  const found: string[] = [];
  for (const one of list) {
    const difference = await describe(one);
    if (difference) found.push(difference);
  }
  return found;
}

function fieldsOf({ kind, id, intentId, amountCents, at }: MoneyMovement, line: LedgerLine | undefined): string[] {
  const what = line?.subscriptionId ? 'plan' : line?.pickupId ? 'pickup' : '';
  return [localTimestampOf(at), kind, id, intentId ?? '', centsToText(amountCents), line?.username ?? '', what];
}

type Sides = Pick<Services, 'db' | 'payments'>;

/** Returns how the ledger differs from a movement at the provider; null when it doesn't. */
async function differenceOf(
  services: Sides,
  { kind, id, intentId, amountCents }: MoneyMovement,
  line: LedgerLine | undefined,
): Promise<string | null> {
  if (kind === 'dispute') return null;
  const ours = line ? oursInCents(line) : 0;
  if (ours === amountCents || (!line && (await isForeignAndRefunded(services, intentId)))) return null;
  const said = line ? `$${centsToText(ours)}` : 'nothing';
  return `${kind} ${id} of ${intentId} is $${centsToText(amountCents)} at the provider; our books say ${said}.`;
}

/** Returns true for a charge made and refunded in the provider's own screens: it needs no ledger row. */
async function isForeignAndRefunded({ db, payments }: Sides, intentId: string | null): Promise<boolean> {
  if (!intentId || (await isKnownIntent(db, intentId))) return false;
  const truth = await payments.getPayment(intentId);
  return truth !== null && truth.refundedCents >= truth.amountCents;
}

/** Describes a ledger row that the provider didn't list; null when the provider only has it on another day. */
async function unlistedOf({ payments }: Sides, line: LedgerLine): Promise<string | null> {
  const { status, stripePaymentIntentId: intentId, providerRefundId, paymentMethod } = line;
  // The provider lists a lost dispute as a dispute.
  if (paymentMethod === byDispute) return null;
  const truth = intentId ? await payments.getPayment(intentId) : null;
  const isThere =
    status === 'succeeded'
      ? truth?.status === 'succeeded'
      : truth?.refunds.some((refund) => refund.id === providerRefundId && refund.status !== 'failed');
  if (isThere) return null;
  const what = status === 'succeeded' ? 'charge' : 'refund';
  return `a ${what} of ${intentId} for $${centsToText(oursInCents(line))} is in our books; the provider has none.`;
}

function oursInCents({ status, amount, refundAmount }: LedgerLine): number {
  if (status === 'refund_failed') return 0;
  return status === 'succeeded' ? centsOf(amount) : -centsOf(refundAmount ?? amount);
}
