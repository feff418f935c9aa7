import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { maxAddressSuggestions, minAddressQuery, suggestAddresses } from '../../contract/addresses.ts';
import { clientSettings } from '../api/client-settings.ts';
import { lookUpAddresses, type Suggestions, samplesFor } from './look-up-addresses.ts';

/** BOOK-23. */
const debounceMs = 300;

const none: Suggestions = { addresses: [], areFromMap: false };

/** Suggestions for the current text: nothing while it is still changing, and never the result for an earlier text. */
export function useAddressSuggestions(text: string, isOpen: boolean): Suggestions {
  const debounced = useDebounced(text, debounceMs).trim();
  const isEnabled = isOpen && debounced === text.trim() && debounced.length >= minAddressQuery;
  const { data } = useQuery({
    queryKey: [suggestAddresses.path, debounced],
    queryFn: ({ signal }) =>
      clientSettings.addressLookup ? lookUpAddresses(debounced, signal) : samplesFor(debounced),
    enabled: isEnabled,
    // The map service's terms forbid caching its results.
    gcTime: 0,
  });
  if (!isEnabled || !data) return none;
  const addresses = data.addresses.filter((address) => address.toLowerCase() !== debounced.toLowerCase());
  return { ...data, addresses: addresses.slice(0, maxAddressSuggestions) };
}

/** Returns the value once it has not changed for `delayMs`. */
function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
