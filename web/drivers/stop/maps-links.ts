/**
 * Links into Google Maps, which opens its app on a phone (https://developers.google.com/maps/documentation/urls).
 * Without an origin the directions start from the driver's location.
 */

/** Limits of one link: waypoints besides the destination, and characters. */
const maxWaypoints = 9;
const maxLinkLength = 2048;

export interface Place {
  readonly address: string;
  readonly fullAddress?: string | null;
}

/** The part of a long route that fits one link. */
export interface RouteLeg {
  readonly href: string;
  /** The positions of its first and last stop in the route, from 1. */
  readonly from: number;
  readonly to: number;
}

export function navigateLink(place: Place): string {
  return directions('', [addressOf(place)]);
}

/** Returns the whole route as one or more links. Each leg starts where the previous one ended. */
export function routeLegs(places: readonly Place[], startingAddress: string): RouteLeg[] {
  const legs: RouteLeg[] = [];
  let origin = startingAddress.trim();
  let stops: string[] = [];
  places.forEach((place, index) => {
    const address = addressOf(place);
    if (
      stops.length > maxWaypoints ||
      (stops.length > 0 && directions(origin, [...stops, address]).length > maxLinkLength)
    ) {
      legs.push({ href: directions(origin, stops), from: index - stops.length + 1, to: index });
      origin = stops.at(-1) ?? origin;
      stops = [];
    }
    stops.push(address);
  });
  if (stops.length > 0) {
    legs.push({ href: directions(origin, stops), from: places.length - stops.length + 1, to: places.length });
  }
  return legs;
}

function addressOf({ address, fullAddress }: Place): string {
  return fullAddress?.trim() || address;
}

function directions(origin: string, stops: readonly string[]): string {
  const link = new URL('https://www.google.com/maps/dir/');
  const set = (name: string, value: string) => value && link.searchParams.set(name, value);
  set('api', '1');
  set('origin', origin);
  set('destination', stops.at(-1) ?? '');
  // The vertical bar separates waypoints, so an address may not contain one.
  set(
    'waypoints',
    stops
      .slice(0, -1)
      .map((stop) => stop.replaceAll('|', ' '))
      .join('|'),
  );
  set('travelmode', 'driving');
  return link.href;
}
