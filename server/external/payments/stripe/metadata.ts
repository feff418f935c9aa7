import { type ChargeLine, completeLines, sumOfLines } from '../../../../contract/values/charge-lines.ts';
import type { PaymentParts } from '../payment-provider.ts';

/** Stripe takes 50 keys. Our ids, the purpose and the idempotency key need six. */
const mostLines = 40;

/**
 * Returns what Stripe's dashboard shows of a payment: our ids, the purpose, and a key for each line, such as
 * `line_1: pickup:1:4500:0` (kind, quantity, cents without tax, cents of tax). Stripe's own line items are for the card
 * networks and can't be negative.
 */
export function metadataOf({ ids, purpose, lines }: PaymentParts): Record<string, string> {
  const entries = bounded(lines).map((line, index) => [`line_${index + 1}`, textOf(line)]);
  return { ...ids, purpose, ...Object.fromEntries(entries) };
}

/** Adds the lines up that are too many. */
function bounded(lines: readonly ChargeLine[]): readonly ChargeLine[] {
  return lines.length <= mostLines ? lines : completeLines(lines.slice(0, mostLines - 1), sumOfLines(lines));
}

function textOf({ kind, quantity, cents, taxCents }: ChargeLine): string {
  return `${kind}:${quantity}:${cents}:${taxCents}`;
}
