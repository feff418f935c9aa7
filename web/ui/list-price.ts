import { centsToText } from '../../contract/values/money.ts';

/** 3500 → "$35", 3550 → "$35.50": round prices stand without their cents on a price list. */
export function listPrice(cents: number): string {
  return `$${centsToText(cents).replace(/\.00$/, '')}`;
}
