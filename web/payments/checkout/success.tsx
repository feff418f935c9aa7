import { useEffect, useRef } from 'react';
import { moneyText } from '../../ui/money-text.ts';
import { StreetCorner } from '../../ui/street/street-corner.tsx';

/** The money is there; the way home follows by itself. */
export function CheckoutSuccess({ amount }: { amount: string }) {
  const panel = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    panel.current?.focus();
  }, []);
  return (
    <div
      ref={panel}
      tabIndex={-1}
      role="status"
      className="mx-auto flex max-w-md flex-col items-center py-6 text-center outline-none"
    >
      <StreetCorner className="w-full max-w-80" />
      <h2 className="mt-6 text-3xl">Payment Successful!</h2>
      <p className="mt-2 text-lg text-soft">Thank you. {moneyText(amount)} is paid. Taking you home...</p>
    </div>
  );
}
