import { planTermsText, termsText } from '../../contract/values/change-policy.ts';
import type { DateKey } from '../../contract/values/time/dates.ts';
import { clientSettings } from '../api/client-settings.ts';
import { classNames } from '../ui/class-names.ts';

interface ChangeTermsNoteProps {
  /** A plan, or a pickup booked now for a day. */
  of: 'plan' | { day: DateKey; now: Date };
  className?: string;
}

/** How a pickup, or the visits of a plan, can be moved and cancelled. Shown before anybody pays. */
export function ChangeTermsNote({ of, className }: ChangeTermsNoteProps) {
  const { changeCutoff: cutoff, lateRefundPercent } = clientSettings;
  const terms = { cutoff, lateRefundPercent };
  return (
    <p className={classNames('text-pretty text-soft', className)}>
      {of === 'plan' ? planTermsText(terms) : termsText(terms, of)}
    </p>
  );
}
