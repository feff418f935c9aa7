/** Decisions about service areas. Nothing is read here. */

interface Area {
  readonly zipCodes: readonly string[];
  readonly isActive: boolean;
}

/** The ZIP codes that are served; null when everything is, because no area is active. */
export function servedZips(areas: readonly Area[]): ReadonlySet<string> | null {
  const active = areas.filter(({ isActive }) => isActive);
  return active.length === 0 ? null : new Set(active.flatMap(({ zipCodes }) => zipCodes));
}

/**
 * The awaited ZIP codes that a change of the areas opens: they are served after it and weren't before. Also when the
 * last active area closes, because then everything is served.
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

/** "19103-1234" and "19103" are one ZIP code; each is listed once, in ascending order. */
export function normalizeZips(zips: readonly string[]): string[] {
  return [...new Set(zips.map((zip) => zip.slice(0, 5)))].sort();
}

/** The changes of an area, field by field, as text for the trail. */
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
