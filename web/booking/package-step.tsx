import { CalendarCheck } from 'lucide-react';
import type { Subscription } from '../../contract/subscriptions.ts';
import { planOf } from '../../contract/values/prices.ts';
import { PlanChoice } from '../subscriptions/plan-choice.tsx';
import { daysText } from '../subscriptions/plan-words.ts';
import { WishChoice } from '../subscriptions/preference-choice.tsx';
import { BagTierChoice } from './bag-tier-choice.tsx';
import { asPickup, asPlan, type BookingDraft, isPlanDraft } from './booking-draft.ts';
import { DateChoice } from './date-choice.tsx';
import { ServiceChoice } from './service-choice.tsx';

interface PackageStepProps {
  draft: BookingDraft;
  dateText: string;
  dateError: string | undefined;
  now: Date;
  /** The plan that the customer already has, if any. */
  otherPlan: Subscription | null | undefined;
  onChange: (changes: Partial<BookingDraft>) => void;
  onDate: (text: string) => void;
}

/** Step 1: a single pickup (how many bags, and when) or a plan (which one, and on which day). */
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

/** Says that the customer already has a plan, before they fill in the form. */
function OtherPlanNotice({ plan }: { plan: Subscription }) {
  const { packageType, status, pickupDays } = plan;
  // As high as the plan choice that it replaces, so that the sheet does not jump.
  return (
    <div className="min-h-[52dvh] sm:min-h-0">
      <div className="flex gap-3 rounded-card bg-step p-4">
        <CalendarCheck className="mt-0.5 size-5 shrink-0 text-azure" aria-hidden="true" />
        <div>
          <p className="font-semibold">
            Your {planOf(packageType).name} plan is {status}.
          </p>
          <p className="mt-1 text-soft">
            {pickupDays.length > 0 && status === 'active' && `We pick up every ${daysText(pickupDays)}. `}
            You can only have one plan at a time. Book extra pickups as one-time pickups.
          </p>
        </div>
      </div>
    </div>
  );
}
