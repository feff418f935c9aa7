/**
 * Decisions about areas and days of work, from addresses alone: until places are known, neighbours are those who share a ZIP
 * code, and a street is driven from one end to the other. Nothing is read here.
 */

export interface Place {
  readonly id: string;
  readonly address: string;
}

/** The ZIP code of an address: the last five digits that stand alone; null without one. */
export function zipOf(address: string): string | null {
  return [...address.matchAll(/(?<!\d)(\d{5})(?:-\d{4})?(?!\d)/g)].at(-1)?.[1] ?? null;
}

/** Stops in the order of ZIP code, street and house number; ties by id, so that the order never changes by itself. */
export function orderStops<Stop extends Place>(stops: readonly Stop[]): Stop[] {
  const keyed = stops.map((stop) => ({ stop, ...keysOf(stop.address) }));
  keyed.sort(
    (a, b) =>
      compare(a.zip, b.zip) || compare(a.street, b.street) || a.house - b.house || compare(a.stop.id, b.stop.id),
  );
  return keyed.map(({ stop }) => stop);
}

/** Groups places by ZIP code, the largest group first. Those without a ZIP code are one group of their own. */
export function groupByZip<Stop extends Place>(stops: readonly Stop[]): { zip: string | null; stops: Stop[] }[] {
  const groups = new Map<string | null, Stop[]>();
  for (const stop of stops) {
    const zip = zipOf(stop.address);
    groups.set(zip, [...(groups.get(zip) ?? []), stop]);
  }
  return [...groups]
    .map(([zip, members]) => ({ zip, stops: orderStops(members) }))
    .sort((a, b) => b.stops.length - a.stops.length || compare(a.zip ?? '', b.zip ?? ''));
}

/**
 * Who takes which stop: each in its order to whoever has the fewest by then, so that the days come out even. `loads` is how
 * many stops each driver has already, in a fixed order.
 */
export function shareOut(stops: readonly Place[], loads: ReadonlyMap<string, number>): Map<string, string> {
  const counts = new Map(loads);
  const total = stops.length + [...counts.values()].reduce((sum, count) => sum + count, 0);
  const fair = Math.ceil(total / Math.max(1, counts.size));
  const shares = new Map<string, string>();
  // A driver is filled up to a fair share before the next one begins: so that neighbours stay together.
  for (const stop of orderStops(stops)) {
    const driver = [...counts].find(([, count]) => count < fair)?.[0];
    if (driver === undefined) break;
    shares.set(stop.id, driver);
    counts.set(driver, (counts.get(driver) ?? 0) + 1);
  }
  return shares;
}

function keysOf(address: string): { zip: string; street: string; house: number } {
  const [, house = '0', street = address] = /^\s*(\d+)\S*\s+([^,]+)/.exec(address) ?? [];
  return { zip: zipOf(address) ?? '', street: street.trim().toLowerCase(), house: Number(house) };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
