import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';

interface PaymentFailureProps {
  message: string;
  /** The money is there all the same. */
  isPaid?: boolean;
}

/** Why the payment, or what comes after it, did not work. It scrolls itself into sight, above the form. */
export function PaymentFailure({ message, isPaid = false }: PaymentFailureProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers answer a promise, which React would take for the effect's clean-up.
    notice.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={notice} role="alert" className="mb-4 flex gap-3 rounded-card bg-brick-wash p-3.5">
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-brick" aria-hidden="true" />
      <div>
        <p className="font-semibold text-brick">{message}</p>
        {isPaid && (
          <p className="mt-1">
            Your payment went through and your booking is kept. Try again now, or later from your dashboard.
          </p>
        )}
      </div>
    </div>
  );
}
