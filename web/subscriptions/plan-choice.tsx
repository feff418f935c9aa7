import { Check } from 'lucide-react';
import { type Ref, useId } from 'react';
import { type PackageType, type Plan, plans } from '../../contract/values/prices.ts';
import { RadioCard, RadioMark } from '../ui/fields/radio-card.tsx';
import { listPrice } from '../ui/text/money-text.ts';

interface PlanChoiceProps {
  value: PackageType;
  onChoose: (packageType: PackageType) => void;
  /** The customer's current plan, with the price agreed for it. */
  present?: Present;
  /** The ref of the chosen plan's radio button. */
  chosenRef?: Ref<HTMLInputElement>;
}

/** The four monthly plans as radio cards, in rows of one, two or four, depending on the width. */
export function PlanChoice({ value, onChoose, present, chosenRef }: PlanChoiceProps) {
  const name = useId();
  return (
    <fieldset className="@container min-w-0">
      <legend className="mb-3 font-semibold">Choose a plan</legend>
      <div className="grid grid-cols-1 gap-x-4 gap-y-3 @xl:grid-cols-2 @xl:gap-y-5 @4xl:grid-cols-4">
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            group={name}
            checked={plan.id === value}
            onChoose={onChoose}
            present={present?.packageType === plan.id ? present : undefined}
            inputRef={plan.id === value ? chosenRef : undefined}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface Present {
  readonly packageType: PackageType;
  readonly priceCents: number;
}

interface PlanCardProps {
  plan: Plan;
  /** The name of the group of radio buttons that this card belongs to. */
  group: string;
  checked: boolean;
  onChoose: (packageType: PackageType) => void;
  /** Set if this is the customer's current plan. */
  present: Present | undefined;
  inputRef: Ref<HTMLInputElement> | undefined;
}

/** One plan with its price and everything it includes. The whole card is the radio button. */
function PlanCard({ plan, group, checked, onChoose, present, inputRef }: PlanCardProps) {
  const id = useId();
  const price = listPrice(present?.priceCents ?? plan.priceCents);
  const badge = present ? 'Your plan' : plan.mostPopular ? 'Most Popular' : null;
  return (
    <RadioCard
      as="div"
      group={group}
      value={plan.id}
      checked={checked}
      onChoose={() => onChoose(plan.id)}
      inputRef={inputRef}
      aria-label={`${plan.name}, ${price} per month`}
      aria-describedby={badge ? `${id}-popular ${id}-contents` : `${id}-contents`}
      className="flex flex-col p-4 tiny:p-2.5"
    >
      <div className="@md:@max-xl:flex @md:@max-xl:items-baseline @md:@max-xl:justify-between @md:@max-xl:gap-3">
        <p className="flex items-start gap-3">
          <RadioMark className="mt-0.5" />
          <span className="flex min-w-0 grow flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-bold font-display text-lg leading-tight">{plan.name}</span>
            {badge && (
              <span
                id={`${id}-popular`}
                className="rounded-full bg-maize px-2.5 py-0.5 font-semibold text-on-maize text-sm leading-5 @4xl:absolute @4xl:-top-3 @4xl:right-3"
              >
                {badge}
              </span>
            )}
          </span>
        </p>
        <p className="mt-1 ml-8 flex shrink-0 tiny:flex-wrap items-baseline gap-x-1.5 tiny:ml-0 @md:@max-xl:mt-0 @md:@max-xl:ml-0 @4xl:ml-0">
          <span className="font-bold font-display text-3xl leading-tight">{price}</span>{' '}
          <span className="text-soft">per month</span>
        </p>
      </div>
      <div id={`${id}-contents`} className="mt-2 ml-8 tiny:ml-0 @md:@max-xl:mt-0 @4xl:ml-0">
        <p className="text-soft leading-snug @4xl:min-h-11">{plan.summary}</p>
        <ul className="mt-2 grid grid-cols-1 gap-x-4 gap-y-1.5 border-line border-t pt-3 group-has-checked:border-azure/30 @md:@max-xl:grid-cols-2">
          {plan.contents.map((line) => (
            <li key={line} className="wrap-anywhere flex gap-2 leading-snug">
              <Check className="mt-0.5 size-4.5 shrink-0 text-leaf" strokeWidth={2.5} aria-hidden="true" />
              <span>{line}</span>
            </li>
          ))}
        </ul>
      </div>
    </RadioCard>
  );
}
