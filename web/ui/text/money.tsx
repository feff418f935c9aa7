import { moneyText } from './money-text.ts';

/** An amount in dollars, as the API sends it ("45.00"). */
export function Money({ amount, className }: { amount: string; className?: string }) {
  return <span className={className}>{moneyText(amount)}</span>;
}
