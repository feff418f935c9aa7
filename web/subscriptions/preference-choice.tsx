import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { listPreferredTimes, preferredDays } from '../../contract/subscriptions.ts';
import type { Plan } from '../../contract/values/prices.ts';
import { daysText } from '../../contract/values/time/service-days.ts';
import { read } from '../api/query-client.ts';
import { RadioCard } from '../ui/fields/radio-card.tsx';
import { capitalized } from '../ui/text/capitalized.ts';
import { firstPickupsText, type PlanWish, preferredTimes } from './plan-words.ts';

interface WishChoiceProps {
  plan: Plan;
  wish: PlanWish;
  /** The time from which the first pickups of a new plan are computed. Omitted for a plan that already has visits. */
  now?: Date;
  onChange: (change: Partial<PlanWish>) => void;
}

/** The customer's preferred day and time. For a plan with fixed days, lists those days. */
export function WishChoice({ plan, wish, now, onChange }: WishChoiceProps) {
  const { data: offered } = useQuery(read(listPreferredTimes));
  // The customer may keep a time that was agreed earlier, even if it is no longer offered.
  const [agreed] = useState(wish.preferredTime);
  const isOffered = (time: string) => !offered || offered.includes(time) || time === agreed;
  const missing = preferredTimes.filter((time) => !isOffered(time));
  return (
    <div className="@container space-y-5">
      {plan.fixedDays ? (
        <div>
          <p className="mb-2 font-semibold">Pickup days</p>
          <p className="flex min-h-12 items-center gap-2.5 rounded-control bg-step px-3.5 py-2.5 leading-snug">
            <CalendarCheck className="size-5 shrink-0 text-azure" aria-hidden="true" />
            <span>
              <span>We pick up twice a week, every </span>
              <strong>{daysText(plan.fixedDays)}</strong>
              <span>.</span>
            </span>
          </p>
        </div>
      ) : (
        <Options
          legend="Preferred day"
          options={preferredDays}
          chosen={wish.preferredDay}
          labelOf={(day) => capitalized(day).slice(0, 3)}
          className="grid-cols-4 tiny:grid-cols-2 @md:grid-cols-7"
          onChoose={(preferredDay) => onChange({ preferredDay })}
        />
      )}
      <Options
        legend="Preferred time"
        options={preferredTimes}
        chosen={wish.preferredTime}
        labelOf={capitalized}
        className="grid-cols-3 tiny:grid-cols-1"
        isDisabled={(time) => !isOffered(time)}
        onChoose={(preferredTime) => onChange({ preferredTime })}
      />
      <div className="space-y-1 text-soft leading-snug">
        <p>We'll try to come at this time. Either way, put your bags at the curb by 7 AM.</p>
        {now && (
          <p>
            <span>{plan.fixedDays ? 'First pickups: ' : 'First pickup: '}</span>
            <span className="font-semibold text-ink">{firstPickupsText(plan, wish, now)}</span>
            <span>.</span>
          </p>
        )}
        {missing.length > 0 && <p>{`We have no pickups in the ${missing.join(' or the ')} at the moment.`}</p>}
      </div>
    </div>
  );
}

interface OptionsProps<Option extends string> {
  legend: string;
  options: readonly Option[];
  chosen: string;
  labelOf: (option: Option) => string;
  className: string;
  isDisabled?: (option: Option) => boolean;
  onChoose: (option: Option) => void;
}

function Options<Option extends string>(props: OptionsProps<Option>) {
  const { legend, options, chosen, labelOf, className, isDisabled, onChoose } = props;
  const group = useId();
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className={`grid gap-2 ${className}`}>
        {options.map((option) => (
          <RadioCard
            key={option}
            variant="button"
            group={group}
            value={option}
            aria-label={capitalized(option)}
            checked={option === chosen}
            disabled={isDisabled?.(option) ?? false}
            onChoose={() => onChoose(option)}
            className="grid min-h-12 place-items-center px-1 py-2 text-center font-semibold leading-tight"
          >
            <span>{labelOf(option)}</span>
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
}
