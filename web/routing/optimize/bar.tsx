import { CalendarSync, ListChecks, Package } from 'lucide-react';
import { useState } from 'react';
import type { DateKey } from '../../../contract/values/dates.ts';
import { Button } from '../../ui/button.tsx';
import { AllRoutesDialog } from '../all-routes/dialog.tsx';
import { OptimizeOutcome } from './outcome.tsx';
import { type RouteType, useOptimize } from './use-optimize.ts';

const choices = [
  { type: 'subscription', label: 'Optimize Subscription Route', Icon: CalendarSync },
  { type: 'package', label: 'Optimize Package Route', Icon: Package },
] as const satisfies readonly { type: RouteType; label: string; Icon: typeof Package }[];

/** The buttons that plan routes, the outcome panel, and View All Routes. */
export function OptimizeBar({ onPlanned }: { onPlanned: (day: DateKey) => void }) {
  const optimize = useOptimize();
  const [isListOpen, setIsListOpen] = useState(false);
  const press = (type: RouteType) => {
    // This callback runs only while the screen is mounted: it must not navigate back to it.
    if (!optimize.isPending) optimize.mutate(type, { onSuccess: ({ date }) => onPlanned(date) });
  };
  return (
    <div>
      <div className="grid grid-cols-1 gap-3 @2xl:flex @2xl:flex-wrap">
        {choices.map(({ type, label, Icon }) => {
          const isRunning = optimize.isPending && optimize.variables === type;
          return (
            <Button
              key={type}
              icon={<Icon className="size-5 shrink-0" aria-hidden="true" />}
              busy={isRunning}
              busyLabel="Optimizing..."
              disabled={optimize.isPending && !isRunning}
              className="@2xl:min-w-72"
              onClick={() => press(type)}
            >
              {label}
            </Button>
          );
        })}
        <Button
          variant="outline"
          icon={<ListChecks className="size-5 shrink-0" aria-hidden="true" />}
          onClick={() => setIsListOpen(true)}
        >
          View All Routes
        </Button>
      </div>
      <OptimizeOutcome optimize={optimize} />
      <AllRoutesDialog open={isListOpen} onOpenChange={setIsListOpen} />
    </div>
  );
}
