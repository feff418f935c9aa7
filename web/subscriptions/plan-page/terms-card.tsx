import { planTermsText } from '../../../contract/values/change-policy.ts';
import { cancellationText, renewalText } from '../../../contract/values/plan/terms.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { Card } from '../../ui/card.tsx';
import type { PlanPartProps } from '../plan/plan-scope.ts';

/** The terms of renewal, cancellation, holds and skipped visits. */
export function TermsCard({ plan: { nextCharge } }: Pick<PlanPartProps, 'plan'>) {
  const { changeCutoff: cutoff, lateRefundPercent } = clientSettings;
  const sentences = [
    nextCharge && renewalText(dateKeyOf(new Date(nextCharge.at))),
    nextCharge && cancellationText,
    planTermsText({ cutoff, lateRefundPercent }),
  ];
  return (
    <Card as="section" aria-labelledby="plan-terms" className="lg:col-span-2">
      <h2 id="plan-terms" className="text-lg">
        How your plan works
      </h2>
      <ul className="mt-2 grid gap-x-8 gap-y-2 text-pretty text-soft leading-snug lg:grid-cols-3">
        {sentences.filter(Boolean).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Card>
  );
}
