import { useEffect, useRef } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import { StreetCorner } from '../../ui/street/street-corner.tsx';
import { type Purchase, purchaseWords } from './words.ts';

/** The money is there; what it bought follows by itself. */
export function PaymentSuccess({ purchase, isFinalising }: { purchase: Purchase; isFinalising: boolean }) {
  const panel = useRef<HTMLDivElement>(null);
  const { thanks, finalising } = purchaseWords[purchase];
  // The button that had the focus is gone.
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
