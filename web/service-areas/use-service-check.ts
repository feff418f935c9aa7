import { useEffect, useState } from 'react';
import type { CallResult } from '../../contract/endpoint.ts';
import { checkService } from '../../contract/service-areas.ts';
import { call } from '../api/call.ts';
import { useDebounced } from '../ui/hooks/use-debounced.ts';

export type Served = CallResult<typeof checkService>;

/** Long enough that a ZIP code is typed in one go. */
const debounceMs = 500;

/**
 * Whether we serve an address, or a ZIP code alone. Null while it is typed, without five digits, and when the server can't say: then
 * nothing is shown, because the booking itself is checked again.
 */
export function useServiceCheck(text: string): Served | null {
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
