import { centsToText } from '../../../contract/values/money.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats dollars: "1240.50" becomes "$1,240.50", "-30.00" becomes "−$30.00". */
export function moneyText(amount: string): string {
  return dollars.format(Number(amount)).replace('-', '−');
}

/** Formats cents: 3500 becomes "$35", 3550 becomes "$35.50". Price lists omit the cents of whole-dollar prices. */
export function listPrice(cents: number): string {
  return `$${centsToText(cents).replace(/\.00$/, '')}`;
}
