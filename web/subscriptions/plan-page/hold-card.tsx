import { holdText } from '../../../contract/values/plan/terms.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import { dayText } from '../../pickups/pickup-words.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { PlanPartProps } from '../plan/plan-scope.ts';

interface HoldCardProps extends PlanPartProps {
  onHold: () => void;
  onBackEarly: () => void;
}

/** The current hold, or the offer to start one. Renders nothing for a paused plan without a hold. */
export function HoldCard({ plan, now, onHold, onBackEarly }: HoldCardProps) {
  const { subscription, hold, holdLimits, canHold, canComeBackEarly } = plan;
  if (hold === null && subscription.status === 'paused') return null;
  const today = dateKeyOf(now);
  return (
    <Card as="section" aria-labelledby="plan-hold">
      <h2 id="plan-hold" className="text-lg">
        Hold
      </h2>
      {hold ? (
        <dl className="mt-2 grid grid-cols-2 gap-4">
          <Day name="No pickups from" day={dayText(hold.from, today)} />
          <Day name="Service starts again" day={dayText(hold.until, today)} />
        </dl>
      ) : (
        <p className="mt-1 text-pretty text-soft">{canHold ? holdOffer(holdLimits) : whyNoHold(plan)}</p>
      )}
      {canComeBackEarly && (
        <Button variant="outline" size="sm" className="mt-3 w-full" onClick={onBackEarly}>
          Come back early
        </Button>
      )}
      {canHold && (
        <Button variant="outline" size="sm" className="mt-3 w-full" onClick={onHold}>
          Put on hold
        </Button>
      )}
    </Card>
  );
}

function Day({ name, day }: { name: string; day: string }) {
  return (
    <div>
      <dt className="text-[0.9375rem] text-soft">{name}</dt>
      <dd className="font-semibold">{day}</dd>
    </div>
  );
}

function holdOffer({ maxDays, daysLeft }: PlanPartProps['plan']['holdLimits']): string {
  return daysLeft < maxDays ? `${holdText} You have ${daysLeft} days left.` : holdText;
}

function whyNoHold({ holdLimits: { daysLeft, minDays, maxDays }, endsAt }: PlanPartProps['plan']): string {
  if (daysLeft < minDays)
    return `You have ${daysLeft} of ${maxDays} hold days left in these 12 months, which isn't enough.`;
  if (endsAt !== null) return "Your plan ends soon, so it can't be put on hold.";
  return "Your plan can't be put on hold yet. Please try again in an hour.";
}
