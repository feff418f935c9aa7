import { CalendarSync, PackagePlus } from 'lucide-react';
import { useId } from 'react';
import { bagTiers, plans } from '../../contract/values/prices.ts';
import { listPrice } from '../ui/list-price.ts';

interface ServiceChoiceProps {
  isPlan: boolean;
  onChoose: (isPlan: boolean) => void;
}

const choices = [
  {
    isPlan: false,
    name: 'One-Time Pickup',
    price: `From ${listPrice(bagTiers[0]?.priceCents ?? 0)}`,
    icon: PackagePlus,
  },
  {
    isPlan: true,
    name: 'Monthly Plan',
    price: `From ${listPrice(plans[0]?.priceCents ?? 0)} a month`,
    icon: CalendarSync,
  },
];

/** A single pickup, or a plan: the first thing to say. */
export function ServiceChoice({ isPlan, onChoose }: ServiceChoiceProps) {
  const group = useId();
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">What do you need?</legend>
      <div className="grid grid-cols-2 gap-3">
        {choices.map((choice) => (
          <label
            key={choice.name}
            className="relative flex cursor-pointer flex-col gap-x-3 rounded-card border border-control bg-paper px-3 py-2.5 leading-snug transition-colors not-has-checked:hover:bg-step has-checked:border-azure has-checked:bg-azure-wash has-checked:ring-1 has-checked:ring-azure sm:flex-row sm:items-center sm:px-4"
          >
            <input
              type="radio"
              name={group}
              checked={choice.isPlan === isPlan}
              onChange={() => onChoose(choice.isPlan)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-card"
            />
            <choice.icon className="mb-1 size-6 shrink-0 text-brick sm:mb-0" aria-hidden="true" />
            <span>
              <span className="block font-semibold">{choice.name}</span>
              <span className="block text-[0.9375rem] text-soft">{choice.price}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
