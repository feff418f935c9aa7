import { Check, MapPinOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useServiceCheck } from './use-service-check.ts';

interface ServedLineProps {
  /** An address, or a ZIP code alone. */
  address: string;
  /** Follows "We don't serve 19380 yet." */
  otherwise: ReactNode | ((zip: string) => ReactNode);
}

/** One quiet line on whether we serve an address. It never keeps anybody from going on (AREA-7). */
export function ServedLine({ address, otherwise }: ServedLineProps) {
  const served = useServiceCheck(address);
  const zip = served?.zip;
  return (
    <div role="status" className="mt-1.5 text-[0.9375rem] leading-snug empty:hidden">
      {zip && served.isServed && (
        <p className="flex items-center gap-1.5 text-soft">
          <Check className="size-4.5 shrink-0 text-leaf" aria-hidden="true" />
          We serve {zip}.
        </p>
      )}
      {zip && !served.isServed && (
        <div className="rounded-control bg-maize-wash px-3.5 py-2.5">
          <p className="flex items-start gap-2">
            <MapPinOff className="mt-0.5 size-4.5 shrink-0" aria-hidden="true" />
            <span>
              <strong className="font-semibold">We don't serve {zip} yet.</strong>{' '}
              {typeof otherwise === 'function' ? null : otherwise}
            </span>
          </p>
          {typeof otherwise === 'function' && otherwise(zip)}
        </div>
      )}
    </div>
  );
}
