import { termsBeforePayment } from '../../contract/values/plan/terms.ts';
import type { Plan } from '../../contract/values/prices.ts';
import { clientSettings } from '../api/client-settings.ts';
import { classNames } from '../ui/class-names.ts';

interface PlanTermsProps {
  plan: Pick<Plan, 'priceCents'>;
  now: Date;
  className?: string;
}

/** The terms of a plan: renewal, cancellation, holds and skipped visits. Shown before the first payment. */
export function PlanTerms({ plan, now, className }: PlanTermsProps) {
  const { changeCutoff: cutoff, lateRefundPercent } = clientSettings;
  return (
    <ul className={classNames('space-y-2 text-pretty text-soft leading-snug', className)}>
      {termsBeforePayment(plan.priceCents, now, { cutoff, lateRefundPercent }).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
