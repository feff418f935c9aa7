/** Pure decisions about service areas. */

interface Area {
  readonly zipCodes: readonly string[];
  readonly isActive: boolean;
}

/** Returns the served ZIP codes; null if every ZIP code is served because no area is active. */
export function servedZips(areas: readonly Area[]): ReadonlySet<string> | null {
  const active = areas.filter(({ isActive }) => isActive);
  return active.length === 0 ? null : new Set(active.flatMap(({ zipCodes }) => zipCodes));
}

/**
 * Returns the awaited ZIP codes that a change to the areas opens: they are served after it but not before. Closing the
 * last active area also opens ZIP codes, because every ZIP code is served then.
 */
export function openedZips(
  before: readonly Area[],
  after: readonly Area[],
  waitedFor: readonly string[],
): readonly string[] {
  const [earlier, now] = [servedZips(before), servedZips(after)];
  return waitedFor.filter((zip) => isIn(now, zip) && !isIn(earlier, zip));
}

function isIn(served: ReadonlySet<string> | null, zip: string): boolean {
  return served === null || served.has(zip);
}

/** Returns the five-digit ZIP codes, without duplicates, in ascending order: "19103-1234" becomes "19103". */
export function normalizeZips(zips: readonly string[]): string[] {
  return [...new Set(zips.map((zip) => zip.slice(0, 5)))].sort();
}

/** Returns the changes to an area as text for the trail, by field. */
export function describeChange(
  before: Area & { name: string; baseFee: string | null },
  after: Area & { name: string; baseFee: string | null },
): Record<string, string> {
  const added = after.zipCodes.filter((zip) => !before.zipCodes.includes(zip));
  const removed = before.zipCodes.filter((zip) => !after.zipCodes.includes(zip));
  const feeText = (fee: string | null) => (fee === null ? 'none' : `$${fee}`);
  const details: Record<string, string> = {};
  if (before.name !== after.name) details.name = `${before.name} to ${after.name}`;
  if (before.isActive !== after.isActive) details.state = after.isActive ? 'closed to open' : 'open to closed';
  if (before.baseFee !== after.baseFee) details.fee = `${feeText(before.baseFee)} to ${feeText(after.baseFee)}`;
  if (added.length > 0) details.added = added.join(', ');
  if (removed.length > 0) details.removed = removed.join(', ');
  return details;
}
