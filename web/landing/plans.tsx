import { Check } from 'lucide-react';
import { type Plan, planBagLimit, plans } from '../../contract/values/prices.ts';
import { listPrice } from '../ui/text/money-text.ts';
import { ButtonLink, Section } from './section.tsx';

export function Plans() {
  return (
    <Section
      id="plans"
      title="Monthly plans"
      lead={`Up to ${planBagLimit} bags a visit. Every plan renews monthly until you cancel.`}
      className="bg-step"
    >
      <ul className="mt-6 grid grid-cols-1 gap-x-5 gap-y-4 sm:mt-12 sm:grid-cols-2 sm:gap-y-8 lg:grid-cols-4">
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
    <li className={`relative flex flex-col rounded-sheet bg-paper p-5 sm:p-6 ${edge}`}>
      {plan.mostPopular ? (
        <p className="absolute -top-3.5 left-5 rounded-full bg-maize px-3 py-1 text-sm font-semibold leading-5 text-on-maize">
          Most Popular
        </p>
      ) : null}
      <div className="gap-x-4 min-[20rem]:max-sm:grid min-[20rem]:max-sm:grid-cols-[1fr_auto]">
        <h3 className="text-xl">{plan.name}</h3>
        <p className="mt-1 text-balance leading-snug text-soft sm:leading-normal lg:min-h-12">{plan.summary}</p>
        <p className="mt-3 flex flex-wrap items-baseline gap-x-1.5 min-[20rem]:max-sm:col-start-2 min-[20rem]:max-sm:row-span-2 min-[20rem]:max-sm:row-start-1 min-[20rem]:max-sm:mt-0 min-[20rem]:max-sm:flex-col min-[20rem]:max-sm:items-end sm:mt-5">
          <span className="font-display text-4xl font-bold leading-none tracking-tight sm:text-5xl sm:leading-none">
            {listPrice(plan.priceCents)}
          </span>
          <span className="text-soft max-sm:text-sm">per month</span>
        </p>
      </div>
      <ul className="mb-4 mt-3 grid gap-x-4 gap-y-1.5 border-t border-line pt-3 min-[22rem]:max-sm:grid-cols-2 sm:mb-7 sm:mt-5 sm:gap-2.5 sm:pt-5">
        {plan.contents.map((line) => (
          <li key={line} className="wrap-anywhere flex min-w-0 gap-2 leading-snug sm:gap-2.5">
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
