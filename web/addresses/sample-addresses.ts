import { minAddressQuery } from '../../contract/addresses.ts';

/** What the address field offers where no map service is asked (BOOK-24). */

const sampleAddresses: readonly string[] = [
  '1500 Market St, Philadelphia, PA 19102',
  '718 S 9th St, Philadelphia, PA 19147',
  '2401 Pennsylvania Ave, Philadelphia, PA 19130',
  '4212 Pine St, Philadelphia, PA 19104',
  '6901 Germantown Ave, Philadelphia, PA 19119',
];

const maxSamples = 3;

/** Up to three sample addresses that have every word of the text, in any order; none below three characters. */
export function matchSamples(text: string): string[] {
  const query = text.trim().toLowerCase();
  if (query.length < minAddressQuery) return [];
  const words = query.split(/[\s,]+/).filter(Boolean);
  const isMatch = (address: string) => words.every((word) => address.toLowerCase().includes(word));
  return sampleAddresses.filter((address) => address.toLowerCase() !== query && isMatch(address)).slice(0, maxSamples);
}
