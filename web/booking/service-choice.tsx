import { CalendarSync, PackagePlus } from 'lucide-react';
import { useId } from 'react';
import { bagTiers, plans } from '../../contract/values/prices.ts';
import { RadioCard } from '../ui/fields/radio-card.tsx';
import { listPrice } from '../ui/money-text.ts';

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
              <span className="block text-[0.9375rem] text-soft">{choice.price}</span>
            </span>
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
}
