import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getAwaitingPlan } from '../../../contract/import.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { read } from '../../api/query-client.ts';
import { buttonClass } from '../../ui/button/button-class.ts';
import type { Elements } from '../../ui/elements.ts';

/** A link to the imported plan that awaits the customer's consent (HOME-12). Renders the children if there is none. */
export function AwaitingPlan({ children }: { children: Elements }) {
  const { data: plan } = useQuery({ ...read(getAwaitingPlan), refetchOnMount: 'always' });
  if (!plan) return <>{children}</>;
  return (
    <>
      <p className="font-bold font-display text-xl">{planOf(plan.packageType).name}</p>
      <p className="text-soft">Your plan is ready: review it and add a card. Nothing is charged before.</p>
      <div className="mt-auto pt-4">
        <Link to="/subscribe" className={buttonClass('primary', 'sm', 'w-full')}>
          Review your plan
        </Link>
      </div>
    </>
  );
}
