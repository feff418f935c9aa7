import { Check, MapPinOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import type { CallResult } from '../../contract/endpoint.ts';
import { checkService } from '../../contract/service-areas.ts';
import { AddressField } from '../addresses/address-field.tsx';
import { call } from '../api/call.ts';
import type { Elements } from '../ui/elements.ts';
import { useDebounced } from '../ui/hooks/use-debounced.ts';

interface ServedAddressFieldProps extends ComponentProps<typeof AddressField> {
  /** A ZIP code that is checked while no address is typed. */
  checkedZip?: string;
  /** Shown after "We don't serve 19380 yet." */
  otherwise: ReactNode | ((zip: string) => Elements);
}

/** An address field with a line that says whether we serve the address. It never blocks the form (AREA-7). */
export function ServedAddressField({ checkedZip = '', otherwise, ...field }: ServedAddressFieldProps) {
  const isTyped = field.value.trim() !== '';
  const served = useServiceCheck(isTyped ? field.value : checkedZip);
  // The line takes the place of the hint. If it moved the content below, a button could move away while it is pressed.
  const hint = isTyped && served?.zip && served.isServed ? { hint: '' } : undefined;
  return (
    <div>
      <AddressField {...field} {...hint} />
      <ServedLine served={served} otherwise={otherwise} />
    </div>
  );
}

function ServedLine({ served, otherwise }: { served: Served | null } & Pick<ServedAddressFieldProps, 'otherwise'>) {
  const zip = served?.zip;
  return (
    <div role="status" className="mt-1.5 text-[0.9375rem] leading-snug empty:hidden">
      {zip && served.isServed && (
        <p className="flex items-center gap-1.5 text-soft">
          <Check className="size-4.5 shrink-0 text-leaf" aria-hidden="true" />
          <span>{`We serve ${zip}.`}</span>
        </p>
      )}
      {zip && !served.isServed && (
        <div className="rounded-control bg-maize-wash px-3.5 py-2.5">
          <p className="flex items-start gap-2">
            <MapPinOff className="mt-0.5 size-4.5 shrink-0" aria-hidden="true" />
            <span>
              <strong className="font-semibold">{`We don't serve ${zip} yet.`}</strong>{' '}
              {typeof otherwise !== 'function' && <span>{otherwise}</span>}
            </span>
          </p>
          {typeof otherwise === 'function' && otherwise(zip)}
        </div>
      )}
    </div>
  );
}

type Served = CallResult<typeof checkService>;

/** Long enough to type a ZIP code without a pause. */
const debounceMs = 500;

/**
 * Checks whether we serve an address, or a ZIP code alone. Returns null while the text is being typed, if it has no
 * five digits, and if the server can't say. Nothing is shown then, because the booking itself is checked again.
 */
function useServiceCheck(text: string): Served | null {
  const debounced = useDebounced(text, debounceMs).trim();
  const [found, setFound] = useState<{ address: string; served: Served } | null>(null);
  const isAsked = /\d{5}/.test(debounced) && found?.address !== debounced;
  useEffect(() => {
    if (!isAsked) return;
    const attempt = new AbortController();
    const { signal } = attempt;
    void call(checkService, { query: { address: debounced }, signal }).then(
      (served) => signal.aborted || setFound({ address: debounced, served }),
      () => undefined,
    );
    return () => attempt.abort();
  }, [isAsked, debounced]);
  return found?.address === text.trim() ? found.served : null;
}
