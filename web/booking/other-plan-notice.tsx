import { CalendarCheck } from 'lucide-react';
import type { Subscription } from '../../contract/subscriptions.ts';
import { planOf } from '../../contract/values/prices.ts';
import { daysText } from '../subscriptions/plan-words.ts';

/** Says in place that there is a plan already, before anything is filled in for nothing. */
export function OtherPlanNotice({ plan }: { plan: Subscription }) {
  const { packageType, status, pickupDays } = plan;
  // As high as what stands here otherwise: the sheet must not jump under the finger that chose.
  return (
    <div className="min-h-[52dvh] sm:min-h-0">
      <div className="flex gap-3 rounded-card bg-step p-4">
        <CalendarCheck className="mt-0.5 size-5 shrink-0 text-azure" aria-hidden="true" />
        <div>
          <p className="font-semibold">
            Your plan {planOf(packageType).name} is {status}.
          </p>
          <p className="mt-1 text-soft">
            {pickupDays.length > 0 && status === 'active' && `We come every ${daysText(pickupDays)}. `}
            You can have one plan at a time; extra pickups are booked as one-time pickups.
          </p>
        </div>
      </div>
    </div>
  );
}
