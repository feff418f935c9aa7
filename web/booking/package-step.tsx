import type { Subscription } from '../../contract/subscriptions.ts';
import { planOf } from '../../contract/values/prices.ts';
import { PlanChoice } from '../subscriptions/plan-choice.tsx';
import { WishChoice } from '../subscriptions/preference-choice.tsx';
import { BagTierChoice } from './bag-tier-choice.tsx';
import { asPickup, asPlan, type BookingDraft, isPlanDraft } from './booking-draft.ts';
import { DateChoice } from './date-choice.tsx';
import { OtherPlanNotice } from './other-plan-notice.tsx';
import { ServiceChoice } from './service-choice.tsx';

interface PackageStepProps {
  draft: BookingDraft;
  dateText: string;
  dateError: string | undefined;
  now: Date;
  /** The plan that the customer has already, if any. */
  otherPlan: Subscription | null | undefined;
  onChange: (changes: Partial<BookingDraft>) => void;
  onDate: (text: string) => void;
}

/** Step 1: a single pickup (how much, and when) or a plan (which one, and on which day). */
export function PackageStep({ draft, dateText, dateError, now, otherPlan, onChange, onDate }: PackageStepProps) {
  const isPlan = isPlanDraft(draft);
  const packageType = draft.packageType ?? 'clean-carry';
  return (
    <div className="space-y-6">
      <ServiceChoice
        isPlan={isPlan}
        onChoose={(plan) => onChange(plan ? asPlan(draft.packageType) : asPickup(draft, new Date()))}
      />
      {!isPlan && (
        <>
          <BagTierChoice bagCount={draft.bagCount} onChoose={(bagCount) => onChange({ bagCount })} />
          <DateChoice value={dateText} now={now} error={dateError} onPick={onDate} />
        </>
      )}
      {isPlan && otherPlan && <OtherPlanNotice plan={otherPlan} />}
      {isPlan && !otherPlan && (
        <>
          <PlanChoice value={packageType} onChoose={(chosen) => onChange({ packageType: chosen })} />
          <WishChoice
            plan={planOf(packageType)}
            wish={draft}
            now={now}
            onChange={(wish) => onChange(wish as Partial<BookingDraft>)}
          />
        </>
      )}
    </div>
  );
}
