import { useId } from 'react';
import { type PackageType, plans } from '../../contract/values/prices.ts';
import { PlanCard } from './plan-card.tsx';

interface PlanChoiceProps {
  value: PackageType;
  onChoose: (packageType: PackageType) => void;
}

/** The four monthly plans as cards that are radio buttons: below each other, two or four in a row as there is room. */
export function PlanChoice({ value, onChoose }: PlanChoiceProps) {
  const name = useId();
  return (
    <fieldset className="@container min-w-0">
      <legend className="mb-3 font-semibold">Choose a plan</legend>
      <div className="grid grid-cols-1 gap-x-4 gap-y-3 @xl:grid-cols-2 @xl:gap-y-5 @4xl:grid-cols-4">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} group={name} checked={plan.id === value} onChoose={onChoose} />
        ))}
      </div>
    </fieldset>
  );
}
