import { useQuery } from '@tanstack/react-query';
import { maxAddressSuggestions, minAddressQuery, suggestAddresses } from '../../contract/addresses.ts';
import { clientSettings } from '../api/client-settings.ts';
import { useDebounced } from '../ui/hooks/use-debounced.ts';
import { lookUpAddresses, type Suggestions, samplesFor } from './look-up-addresses.ts';

/** BOOK-23. */
const debounceMs = 300;

const nothing: Suggestions = { addresses: [], areFromMap: false };

/** What to offer for the text as it stands: nothing while it still changes, and never the answer to an earlier text. */
export function useAddressSuggestions(text: string, isWanted: boolean): Suggestions {
  const settled = useDebounced(text, debounceMs).trim();
  const isAsked = isWanted && settled === text.trim() && settled.length >= minAddressQuery;
  const { data } = useQuery({
    queryKey: [suggestAddresses.path, settled],
    queryFn: ({ signal }) => (clientSettings.addressLookup ? lookUpAddresses(settled, signal) : samplesFor(settled)),
    enabled: isAsked,
    // The map service's terms forbid keeping its answers.
    gcTime: 0,
  });
  if (!isAsked || !data) return nothing;
  const addresses = data.addresses.filter((address) => address.toLowerCase() !== settled.toLowerCase());
  return { ...data, addresses: addresses.slice(0, maxAddressSuggestions) };
}
