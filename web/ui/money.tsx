import { classNames } from './class-names.ts';
import { moneyText } from './money-text.ts';

interface MoneyProps {
  /** As on the wire: "45.00". */
  amount: string;
  className?: string;
}

/** An amount in dollars, two decimals, figures of one width. */
export function Money({ amount, className }: MoneyProps) {
  return <span className={classNames('tabular-nums', className)}>{moneyText(amount)}</span>;
}
