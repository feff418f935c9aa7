/** The lines of a charge: what its amount is made of. */

/**
 * What a line can be. `other` is a line that somebody added at the payment provider, and money that isn't for anything
 * yet. A new kind of line is added here; rows keep their kinds, so none is ever removed.
 */
export const chargeLineKinds = ['pickup', 'plan-month', 'credit', 'other'] as const;
export type ChargeLineKind = (typeof chargeLineKinds)[number];

export interface ChargeLine {
  readonly kind: ChargeLineKind;
  readonly quantity: number;
  /** The price of the whole quantity, without tax. Negative for a line that lowers the charge. */
  readonly cents: number;
  /** The tax in addition to `cents`. */
  readonly taxCents: number;
}

/** Returns one line of one piece, without tax. */
export function lineOf(kind: ChargeLineKind, cents: number): ChargeLine {
  return { kind, quantity: 1, cents, taxCents: 0 };
}

/** Returns what the lines add up to, in cents, with tax. */
export function sumOfLines(lines: readonly Pick<ChargeLine, 'cents' | 'taxCents'>[]): number {
  return lines.reduce((sum, { cents, taxCents }) => sum + cents + taxCents, 0);
}

/**
 * Returns lines that add up to `totalCents`: with a line `other` for what the given ones don't explain. The parts of a
 * charge can be unknown: an older server recorded it, or the amount was changed at the provider.
 */
export function completeLines<Line extends ChargeLine>(
  lines: readonly Line[],
  totalCents: number,
): readonly (Line | ChargeLine)[] {
  const restCents = totalCents - sumOfLines(lines);
  return restCents === 0 ? lines : [...lines, lineOf('other', restCents)];
}
