/** The waypoint limit of a Google Maps link, not counting the destination. */
const maxWaypoints = 9;
/** The length limit of Google Maps URLs. */
const maxCharacters = 2_048;
/** Enough of an address to find it; fits in a link even if every character is percent-encoded. */
const maxAddressCharacters = 150;

/** Returns a Google Maps directions link through the first addresses, as many as fit; null if there are none. */
export function directionsOf(addresses: readonly string[]): string | null {
  const shown = addresses.slice(0, maxWaypoints + 1).map(wordsOf);
  for (let count = shown.length; count > 0; count--) {
    const link = linkTo(shown.slice(0, count));
    if (link.length <= maxCharacters) return link;
  }
  return null;
}

/** Returns an address as written into a link. A vertical bar separates waypoints, so it must not occur within one. */
function wordsOf(address: string): string {
  const words = address.replaceAll('|', ' ').replace(/\s+/g, ' ').trim();
  return Array.from(words).slice(0, maxAddressCharacters).join('');
}

function linkTo(stops: readonly string[]): string {
  const query = new URLSearchParams({ api: '1', travelmode: 'driving', destination: stops.at(-1) ?? '' });
  if (stops.length > 1) query.set('waypoints', stops.slice(0, -1).join('|'));
  return `https://www.google.com/maps/dir/?${query}`;
}
