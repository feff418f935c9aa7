import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';

interface PaymentFailureProps {
  message: string;
  /** What to do about it, or what is safe all the same. */
  detail?: string | undefined;
}

/** Why the payment, or what comes after it, did not work. It scrolls itself into sight, above the form. */
export function PaymentFailure({ message, detail }: PaymentFailureProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers answer a promise, which React would take for the effect's clean-up.
    notice.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={notice} role="alert" className="mb-4 flex gap-3 rounded-card bg-brick-wash p-3.5">
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-brick" aria-hidden="true" />
      <div className="min-w-0">
        <p className="break-words font-semibold text-brick">{message}</p>
        {detail && <p className="mt-1">{detail}</p>}
      </div>
    </div>
  );
}
