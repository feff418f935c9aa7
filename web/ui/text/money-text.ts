import { centsToText } from '../../../contract/values/money.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats dollars: "1240.50" → "$1,240.50", "-30.00" → "−$30.00". */
export function moneyText(amount: string): string {
  return dollars.format(Number(amount)).replace('-', '−');
}

/** 3500 → "$35", 3550 → "$35.50": price lists omit the cents of whole-dollar prices. */
export function listPrice(cents: number): string {
  return `$${centsToText(cents).replace(/\.00$/, '')}`;
}
