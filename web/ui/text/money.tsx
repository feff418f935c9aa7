import { moneyText } from './money-text.ts';

/** A dollar amount in wire format ("45.00"). */
export function Money({ amount, className }: { amount: string; className?: string }) {
  return <span className={className}>{moneyText(amount)}</span>;
}
