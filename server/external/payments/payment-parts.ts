import { sumOfLines } from '../../../contract/values/charge-lines.ts';
import type { PaymentParts } from './payment-provider.ts';

/** Throws an error unless a payment's lines add up to its amount. */
export function requireSum({ lines }: Pick<PaymentParts, 'lines'>, amountCents: number): void {
  const sum = sumOfLines(lines);
  if (sum !== amountCents) throw new Error(`the lines add up to ${sum} cents, and the payment is ${amountCents}`);
}
