import { classNames } from './class-names.ts';
import { moneyText } from './money-text.ts';

/** A dollar amount in wire format ("45.00"), in tabular figures. */
export function Money({ amount, className }: { amount: string; className?: string }) {
  return <span className={classNames('tabular-nums', className)}>{moneyText(amount)}</span>;
}
