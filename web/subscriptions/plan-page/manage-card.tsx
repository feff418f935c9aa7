import { CalendarCog, CircleX, Undo2 } from 'lucide-react';
import { planOf } from '../../../contract/values/prices.ts';
import { daysText } from '../../../contract/values/time/service-days.ts';
import { onDay } from '../../pickups/pickup-words.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { moneyText } from '../../ui/text/money-text.ts';
import type { PlanPartProps } from '../plan/plan-scope.ts';

interface ManageCardProps extends PlanPartProps {
  onChange: () => void;
  onUndoChange: () => void;
  onCancel: () => void;
  onUndoCancel: () => void;
}

/** The buttons that change or cancel the plan. Each of these changes can be undone until it takes effect. */
export function ManageCard({ plan, now, onChange, onUndoChange, onCancel, onUndoCancel }: ManageCardProps) {
  const { pending, endsAt, canChange, canUndoChange, canCancel, canUndoCancel } = plan;
  const presses = [
    canChange && { text: 'Change plan, day or time', icon: CalendarCog, onPress: onChange },
    canUndoChange && { text: 'Undo change', icon: Undo2, onPress: onUndoChange },
    canUndoCancel && { text: 'Keep my plan', icon: Undo2, onPress: onUndoCancel, isMain: true },
    canCancel && { text: 'Cancel plan', icon: CircleX, onPress: onCancel },
  ].filter((press) => press !== false);
  return (
    <Card as="section" aria-labelledby="plan-manage">
      <h2 id="plan-manage" className="text-lg">
        Change or cancel
      </h2>
      {pending && (
        <p className="mt-2 text-pretty">
          <span className="font-semibold">{planOf(pending.packageType).name}</span>
          <span>{` starts ${onDay(pending.from, now)}: ${moneyText(pending.price)} a month, every ${daysText(pending.pickupDays)}.`}</span>
        </p>
      )}
      {endsAt && <p className="mt-2">{`Your plan ends ${onDay(endsAt, now)}.`}</p>}
      <div className="mt-3 grid gap-2">
        {presses.map(({ text, icon: Icon, onPress, isMain = false }) => (
          <Button
            key={text}
            variant={isMain ? 'primary' : 'outline'}
            size="sm"
            icon={<Icon className="size-4.5" aria-hidden="true" />}
            onClick={onPress}
          >
            {text}
          </Button>
        ))}
      </div>
    </Card>
  );
}
