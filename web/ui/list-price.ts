import { centsToText } from '../../contract/values/money.ts';

/** 3500 → "$35", 3550 → "$35.50": price lists omit the cents of whole-dollar prices. */
export function listPrice(cents: number): string {
  return `$${centsToText(cents).replace(/\.00$/, '')}`;
}
