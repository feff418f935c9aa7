import { CalendarCheck } from 'lucide-react';
import { useId } from 'react';
import { preferredDays } from '../../contract/subscriptions.ts';
import type { Weekday } from '../../contract/values/dates.ts';
import type { Plan } from '../../contract/values/prices.ts';
import { capitalized, daysText, firstPickupsText, type PlanWish, preferredTimes } from './plan-words.ts';
import { WishOption } from './preference-option.tsx';

interface WishChoiceProps {
  plan: Plan;
  wish: PlanWish;
  now: Date;
  onChange: (change: Partial<PlanWish>) => void;
}

/** On which day and at what time the customer would like the pickups; a plan with days of its own says which. */
export function WishChoice({ plan, wish, now, onChange }: WishChoiceProps) {
  const group = useId();
  return (
    <div className="@container space-y-5">
      {plan.fixedDays ? (
        <div>
          <p className="mb-2 font-semibold">Pickup days</p>
          <p className="flex min-h-12 items-center gap-2.5 rounded-control bg-step px-3.5 py-2.5 leading-snug">
            <CalendarCheck className="size-5 shrink-0 text-azure" aria-hidden="true" />
            <span>
              This plan is collected twice a week, every <strong>{daysText(plan.fixedDays)}</strong>.
            </span>
          </p>
        </div>
      ) : (
        <fieldset>
          <legend className="mb-2 font-semibold">Preferred day</legend>
          <div className="grid grid-cols-4 gap-2 tiny:grid-cols-2 @md:grid-cols-7">
            {preferredDays.map((day) => (
              <WishOption
                key={day}
                group={`${group}-day`}
                value={day}
                label={capitalized(day)}
                shortLabel={capitalized(day).slice(0, 3)}
                checked={day === wish.preferredDay}
                onChoose={(chosen) => onChange({ preferredDay: chosen as Weekday })}
              />
            ))}
          </div>
        </fieldset>
      )}
      <fieldset>
        <legend className="mb-2 font-semibold">Preferred time</legend>
        <div className="grid grid-cols-3 gap-2 tiny:grid-cols-1">
          {preferredTimes.map((time) => (
            <WishOption
              key={time}
              group={`${group}-time`}
              value={time}
              label={capitalized(time)}
              checked={time === wish.preferredTime}
              onChoose={(preferredTime) => onChange({ preferredTime })}
            />
          ))}
        </div>
      </fieldset>
      <p className="text-soft leading-snug">
        {plan.fixedDays ? 'First pickups: ' : 'First pickup: '}
        <span className="font-semibold text-ink">{firstPickupsText(plan, wish, now)}</span>. Put your bags at the curb
        by 7 AM.
      </p>
    </div>
  );
}
