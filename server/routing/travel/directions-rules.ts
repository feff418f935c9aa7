/** As many as an external directions link takes beside its destination. */
const mostWaypoints = 9;
/** Longer links are not taken (Google Maps URLs). */
const mostCharacters = 2_048;
/** So much of an address says where it is, and even in the longest letters fits a link. */
const mostOfAddress = 150;

/** Directions through the first of these addresses at an external map, as far as the link may be long; null for none. */
export function directionsOf(addresses: readonly string[]): string | null {
  const shown = addresses.slice(0, mostWaypoints + 1).map(wordsOf);
  for (let count = shown.length; count > 0; count--) {
    const link = linkTo(shown.slice(0, count));
    if (link.length <= mostCharacters) return link;
  }
  return null;
}

/** A bar would be the next stop. */
function wordsOf(address: string): string {
  const words = address.replaceAll('|', ' ').replace(/\s+/g, ' ').trim();
  return Array.from(words).slice(0, mostOfAddress).join('');
}

function linkTo(stops: readonly string[]): string {
  const query = new URLSearchParams({ api: '1', travelmode: 'driving', destination: stops.at(-1) ?? '' });
  if (stops.length > 1) query.set('waypoints', stops.slice(0, -1).join('|'));
  return `https://www.google.com/maps/dir/?${query}`;
}
