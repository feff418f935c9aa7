import { classNames } from './class-names.ts';
import { moneyText } from './money-text.ts';

interface MoneyProps {
  /** In wire format: "45.00". */
  amount: string;
  className?: string;
}

/** A dollar amount with two decimals, in tabular figures. */
export function Money({ amount, className }: MoneyProps) {
  return <span className={classNames('tabular-nums', className)}>{moneyText(amount)}</span>;
}
