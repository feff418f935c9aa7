import type { ShownTerms } from '../../../contract/values/shown-terms.ts';
import { Refusal } from '../../refusal.ts';

/** The terms that would be stored, or apply. */
interface Terms {
  readonly changeCutoff?: string | null | undefined;
  readonly lateRefundPercent?: number | null | undefined;
}

/**
 * Throws 409 `terms_changed` when an owner has changed the terms since the customer read them. A client that doesn't
 * send the shown terms passes.
 */
export function requireShownTerms(present: Terms, shown: ShownTerms | undefined): void {
  if (!shown) return;
  if (shown.cutoff === present.changeCutoff && shown.lateRefundPercent === present.lateRefundPercent) return;
  const message =
    'Our terms for changes and cancellations have just changed. Please load this page again to read them.';
  throw new Refusal(409, message, { code: 'terms_changed' });
}
