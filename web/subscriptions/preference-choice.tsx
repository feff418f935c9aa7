import { CalendarCheck } from 'lucide-react';
import { useId } from 'react';
import { preferredDays } from '../../contract/subscriptions.ts';
import type { Plan } from '../../contract/values/prices.ts';
import { RadioCard } from '../ui/fields/radio-card.tsx';
import { capitalized, daysText, firstPickupsText, type PlanWish, preferredTimes } from './plan-words.ts';

const optionClass = 'grid min-h-12 place-items-center px-1 py-2 text-center font-semibold leading-tight';

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
              <RadioCard
                key={day}
                variant="button"
                group={`${group}-day`}
                value={day}
                aria-label={capitalized(day)}
                checked={day === wish.preferredDay}
                onChoose={() => onChange({ preferredDay: day })}
                className={optionClass}
              >
                {capitalized(day).slice(0, 3)}
              </RadioCard>
            ))}
          </div>
        </fieldset>
      )}
      <fieldset>
        <legend className="mb-2 font-semibold">Preferred time</legend>
        <div className="grid grid-cols-3 gap-2 tiny:grid-cols-1">
          {preferredTimes.map((time) => (
            <RadioCard
              key={time}
              variant="button"
              group={`${group}-time`}
              value={time}
              aria-label={capitalized(time)}
              checked={time === wish.preferredTime}
              onChoose={() => onChange({ preferredTime: time })}
              className={optionClass}
            >
              {capitalized(time)}
            </RadioCard>
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
