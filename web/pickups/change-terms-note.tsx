import { planTermsText, termsText } from '../../contract/values/change-policy.ts';
import { clientSettings } from '../api/client-settings.ts';
import { classNames } from '../ui/class-names.ts';

/** How a pickup, or the visits of a plan, can be moved and cancelled. Shown before anybody pays. */
export function ChangeTermsNote({ of, className }: { of: 'pickup' | 'plan'; className?: string }) {
  const { changeCutoff: cutoff, lateRefundPercent } = clientSettings;
  const terms = { cutoff, lateRefundPercent };
  return (
    <p className={classNames('text-pretty text-soft', className)}>
      {of === 'plan' ? planTermsText(terms) : termsText(terms)}
    </p>
  );
}
