import type { Receipt } from '../../../contract/payments.ts';
import { centsOf, centsToText } from '../../../contract/values/money.ts';

/** A row of the receipt. */
interface Part {
  /** Tells rows of the same words and amount apart. */
  readonly id: number;
  readonly what: string;
  readonly amount: string;
}

type Charge = Pick<Receipt, 'description' | 'amount' | 'price' | 'lines'>;

/** Returns what was bought, with what was added to it and the tax. Plan credit is a row of its own. */
export function partsOf({ description, amount, price = amount, lines }: Charge): Part[] {
  // During an upgrade, a server of the previous release may respond to this page.
  const known = lines ?? [{ kind: 'other', amount: price, tax: '0.00' }];
  const bought = known.filter(({ kind }) => kind !== 'credit');
  const isAlone = bought.length === 1;
  const taxCents = known.reduce((sum, { tax }) => sum + centsOf(tax), 0);
  const rows = bought.map((line) => {
    return { what: line.kind === 'other' && !isAlone ? 'Other' : description, amount: line.amount };
  });
  if (taxCents !== 0) rows.push({ what: 'Tax', amount: centsToText(taxCents) });
  return rows.map((row, id) => ({ id, ...row }));
}
