import { centsToText, textToCents } from '../../contract/money.ts';
import type { MoneyMovement } from '../external/payment-provider.ts';
import type { Services } from '../services.ts';
import { keyOf, keyOfLine } from './find-unbooked.ts';
import { type LedgerLine, listLedgerLines } from './store.ts';

export interface Ledger {
  /** A header, a line for each movement, the oldest first, and the sum. */
  csv: string;
  /** Where our books say something else than the provider's, in words. */
  differences: string[];
}

const header = 'date,kind,id,payment_intent,amount,customer,description';

/** Charges, refunds and disputes of a span of time as the provider lists them, each held against our books. */
export async function readLedger(
  services: Pick<Services, 'db' | 'payments'>,
  span: { since: Date; until: Date },
): Promise<Ledger> {
  const movements: MoneyMovement[] = [];
  for await (const movement of services.payments.listMovements(span)) {
    // The provider counts whole seconds and may list what was just before.
    if (movement.at >= span.since) movements.push(movement);
  }
  movements.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
  const booked = new Map((await listLedgerLines(services.db, movements)).map((line) => [keyOfLine(line), line]));
  const lines = movements.map((movement) => csvLine(movement, booked.get(keyOf(movement))));
  const sum = movements.reduce((cents, { amountCents }) => cents + amountCents, 0);
  const total = ['', 'sum', '', '', centsToText(sum), '', ''].join(',');
  return {
    csv: `${[header, ...lines, total].join('\r\n')}\r\n`,
    differences: movements.flatMap((movement) => differenceOf(movement, booked.get(keyOf(movement)))),
  };
}

function csvLine({ kind, id, intentId, amountCents, at }: MoneyMovement, line: LedgerLine | undefined): string {
  const what = line?.subscriptionId ? 'plan' : line?.pickupId ? 'pickup' : '';
  return [at.toISOString(), kind, id, intentId ?? '', centsToText(amountCents), line?.username ?? '', what]
    .map(quoted)
    .join(',');
}

/** A field that a spreadsheet could take for a formula, or that holds a comma, is quoted. */
function quoted(field: string): string {
  if (/^-?\d+\.\d\d$/.test(field)) return field;
  const safe = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function differenceOf({ kind, id, intentId, amountCents }: MoneyMovement, line: LedgerLine | undefined): string[] {
  if (kind === 'dispute') return [];
  const ours = line ? oursInCents(line) : 0;
  if (ours === amountCents) return [];
  const said = line ? `$${centsToText(ours)}` : 'nothing';
  return [`${kind} ${id} of ${intentId} is $${centsToText(amountCents)} at the provider; our books say ${said}.`];
}

function oursInCents({ status, amount, refundAmount }: LedgerLine): number {
  if (status === 'refund_failed') return 0;
  return status === 'succeeded' ? (textToCents(amount) ?? 0) : -(textToCents(refundAmount ?? amount) ?? 0);
}
