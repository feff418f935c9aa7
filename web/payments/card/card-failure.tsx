import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';

interface PaymentFailureProps {
  message: string;
  /** What to do about it, or a reassurance. */
  detail?: string | undefined;
}

/** A payment error above the form. It scrolls itself into view. */
export function PaymentFailure({ message, detail }: PaymentFailureProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The braces matter: newer browsers return a promise, which React would treat as the effect's cleanup.
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
