import { Money } from '../../ui/money.tsx';

/** What is being paid for, and how much. */
export function PaymentSummary({ amount, purpose }: { amount: string; purpose: string }) {
  return (
    <p className="mb-4 flex flex-wrap items-baseline justify-between gap-4 border-ink border-b-2 pb-3">
      <span className="text-soft">{purpose}</span>
      <Money amount={amount} className="font-bold font-display text-2xl" />
    </p>
  );
}
