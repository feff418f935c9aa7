import { useEffect, useRef } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import { StreetCorner } from '../../ui/street/street-corner.tsx';

/** What is being paid for: a single pickup, or the first month of a plan. */
export type Purchase = 'pickup' | 'plan';

/** The payment dialog's texts for each purchase. */
export const purchaseWords: Record<Purchase, { thanks: string; finalising: string; unfinished: string }> = {
  pickup: {
    thanks: 'Thank you. Your pickup is being booked.',
    finalising: 'Booking your pickup...',
    unfinished: 'Your payment went through and your booking is saved. Try again now, or later from your dashboard.',
  },
  plan: {
    thanks: 'Thank you. Your plan is being activated.',
    finalising: 'Activating your plan...',
    unfinished: 'Your payment went through and your plan is saved. Try again now, or later from your dashboard.',
  },
};

/** Shown after the payment, while the pickup or plan is being created. */
export function PaymentSuccess({ purchase, isFinalising }: { purchase: Purchase; isFinalising: boolean }) {
  const panel = useRef<HTMLDivElement>(null);
  const { thanks, finalising } = purchaseWords[purchase];
  // The focused button is gone.
  useEffect(() => {
    panel.current?.focus();
  }, []);
  return (
    <div ref={panel} tabIndex={-1} role="status" className="flex flex-col items-center pb-2 text-center outline-none">
      <StreetCorner className="w-full max-w-72" />
      <p className="mt-5 flex min-h-12 items-center gap-3 text-lg text-soft">
        {isFinalising && <Spinner className="text-azure" />}
        {isFinalising ? finalising : thanks}
      </p>
    </div>
  );
}
