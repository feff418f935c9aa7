import { Check } from 'lucide-react';
import { type Plan, plans } from '../../contract/values/prices.ts';
import { listPrice } from '../ui/money-text.ts';
import { ButtonLink, Section } from './section.tsx';

export function Plans() {
  return (
    <Section
      id="plans"
      title="Monthly plans"
      lead="Monthly subscriptions for your home, paid by card."
      className="bg-step"
    >
      <ul className="mt-12 grid gap-x-5 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </ul>
    </Section>
  );
}

function PlanCard({ plan }: { plan: Plan }) {
  const edge = plan.mostPopular ? 'border border-azure ring-1 ring-azure' : 'border border-line';
  return (
    <li className={`relative flex flex-col rounded-sheet bg-paper p-6 ${edge}`}>
      {plan.mostPopular ? (
        <p className="absolute -top-3.5 left-5 rounded-full bg-maize px-3 py-1 text-sm font-semibold leading-5">
          Most Popular
        </p>
      ) : null}
      <h3 className="text-xl">{plan.name}</h3>
      <p className="mt-1 text-balance text-soft lg:min-h-12">{plan.summary}</p>
      <p className="mt-5 flex items-baseline gap-1.5">
        <span className="font-display text-5xl font-bold tracking-tight">{listPrice(plan.priceCents)}</span>
        <span className="text-soft">per month</span>
      </p>
      <ul className="mb-7 mt-5 grid gap-2.5 border-t border-line pt-5">
        {plan.contents.map((line) => (
          <li key={line} className="flex gap-2.5 leading-snug">
            <Check className="mt-0.5 size-4.5 shrink-0 text-leaf" strokeWidth={2.5} aria-hidden="true" />
            {line}
          </li>
        ))}
      </ul>
      <ButtonLink
        href="/register"
        look={plan.mostPopular ? 'solid' : 'outline'}
        service="subscription"
        plan={plan.id}
        tight
        className="mt-auto"
      >
        Choose {plan.name}
      </ButtonLink>
    </li>
  );
}
