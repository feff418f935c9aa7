import type { ShownTerms } from '../../../contract/values/shown-terms.ts';
import { Refusal } from '../../refusal.ts';

/** The terms that a booking would store, or that apply to a plan. */
interface Terms {
  readonly changeCutoff?: string | null | undefined;
  readonly lateRefundPercent?: number | null | undefined;
}

/**
 * Throws 409 `terms_changed` when an owner has changed the terms since the customer read them. Checks nothing for a
 * client that doesn't send the shown terms.
 */
export function requireShownTerms(present: Terms, shown: ShownTerms | undefined): void {
  if (!shown) return;
  if (shown.cutoff === present.changeCutoff && shown.lateRefundPercent === present.lateRefundPercent) return;
  const message =
    'Our terms for changes and cancellations have just changed. Please load this page again to read them.';
  throw new Refusal(409, message, { code: 'terms_changed' });
}
