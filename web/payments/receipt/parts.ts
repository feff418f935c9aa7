import type { Receipt } from '../../../contract/payments.ts';
import { centsOf, centsToText } from '../../../contract/values/money.ts';

/** A row of the receipt. */
interface Part {
  readonly what: string;
  readonly amount: string;
}

/** Returns what was bought, with what was added to it and the tax. Plan credit is a row of its own. */
export function partsOf({ description, lines }: Pick<Receipt, 'description' | 'lines'>): Part[] {
  const bought = lines.filter(({ kind }) => kind !== 'credit');
  const isAlone = bought.length === 1;
  const taxCents = lines.reduce((sum, { tax }) => sum + centsOf(tax), 0);
  return [
    ...bought.map(({ kind, amount }) => ({ what: kind === 'other' && !isAlone ? 'Other' : description, amount })),
    ...(taxCents === 0 ? [] : [{ what: 'Tax', amount: centsToText(taxCents) }]),
  ];
}
