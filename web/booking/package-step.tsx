import { CalendarCheck, CalendarSync, PackagePlus } from 'lucide-react';
import { useId } from 'react';
import type { Subscription } from '../../contract/subscriptions.ts';
import { bagTiers, planOf, plans } from '../../contract/values/prices.ts';
import { PlanChoice } from '../subscriptions/plan-choice.tsx';
import { daysText } from '../subscriptions/plan-words.ts';
import { WishChoice } from '../subscriptions/preference-choice.tsx';
import { RadioCard } from '../ui/fields/radio-card.tsx';
import { listPrice } from '../ui/list-price.ts';
import { BagTierChoice } from './bag-tier-choice.tsx';
import { asPickup, asPlan, type BookingDraft, isPlanDraft } from './booking-draft.ts';
import { DateChoice } from './date-choice.tsx';
import type { useDateText } from './use-date-text.ts';

interface PackageStepProps {
  draft: BookingDraft;
  date: ReturnType<typeof useDateText>;
  /** The plan that the customer already has, if any. */
  otherPlan: Subscription | null | undefined;
  onChange: (changes: Partial<BookingDraft>) => void;
}

/** Step 1: a single pickup (how many bags, and when) or a plan (which one, and on which day). */
export function PackageStep({ draft, date, otherPlan, onChange }: PackageStepProps) {
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
          <DateChoice date={date} />
        </>
      )}
      {isPlan && otherPlan && <OtherPlanNotice plan={otherPlan} />}
      {isPlan && !otherPlan && (
        <>
          <PlanChoice value={packageType} onChoose={(chosen) => onChange({ packageType: chosen })} />
          <WishChoice
            plan={planOf(packageType)}
            wish={draft}
            now={date.now}
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

const choices = [
  { isPlan: false, name: 'One-Time Pickup', cents: bagTiers[0]?.priceCents ?? 0, per: '', icon: PackagePlus },
  { isPlan: true, name: 'Monthly Plan', cents: plans[0]?.priceCents ?? 0, per: ' a month', icon: CalendarSync },
];

/** A single pickup, or a plan: the first thing to say. */
function ServiceChoice({ isPlan, onChoose }: { isPlan: boolean; onChoose: (isPlan: boolean) => void }) {
  const group = useId();
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">What do you need?</legend>
      <div className="grid grid-cols-2 gap-3">
        {choices.map((choice) => (
          <RadioCard
            key={choice.name}
            group={group}
            checked={choice.isPlan === isPlan}
            onChoose={() => onChoose(choice.isPlan)}
            className="flex flex-col gap-x-3 px-3 py-2.5 leading-snug sm:flex-row sm:items-center sm:px-4"
          >
            <choice.icon className="mb-1 size-6 shrink-0 text-brick sm:mb-0" aria-hidden="true" />
            <span>
              <span className="block font-semibold">{choice.name}</span>
              <span className="block text-[0.9375rem] text-soft">
                From {listPrice(choice.cents)}
                {choice.per}
              </span>
            </span>
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
}
