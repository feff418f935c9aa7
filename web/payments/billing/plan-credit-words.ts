import type { PlanCredit } from '../../../contract/plan/credit.ts';
import { centsOf, centsToText } from '../../../contract/values/money.ts';
import { moneyText } from '../../ui/text/money-text.ts';

/** Returns the texts of the plan credit's card; null if there is no credit and no debt. */
export function creditWords({ balance, isReturned }: PlanCredit): { amount: string; text: string } | null {
  if (Number(balance) === 0) return null;
  if (balance.startsWith('-')) {
    const amount = balance.slice(1);
    return isReturned
      ? null
      : { amount: balance, text: `${moneyText(amount)} is added to your next charge: it was too small to charge.` };
  }
  return {
    amount: balance,
    text: isReturned
      ? 'Your plan has ended. This credit is on its way back to your card.'
      : "For visits we didn't make while your plan was on hold. It lowers your next charge.",
  };
}

/** Returns "Price $35.00, plan credit −$8.75" below a month's line; null for a line without credit. */
export function creditLineText({ amount, credit }: { amount: string; credit?: string | undefined }): string | null {
  if (credit === undefined || Number(credit) === 0) return null;
  const price = moneyText(centsToText(centsOf(amount) + centsOf(credit)));
  if (credit.startsWith('-')) return `Price ${price}, carried over ${moneyText(credit.slice(1))}`;
  return `Price ${price}, plan credit ${moneyText(`-${credit}`)}`;
}
