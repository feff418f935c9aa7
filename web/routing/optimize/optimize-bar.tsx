import { CalendarSync, ListChecks, Package } from 'lucide-react';
import { useState } from 'react';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { Button } from '../../ui/button/button.tsx';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { AllRoutesDialog } from './all-routes-dialog.tsx';
import { OptimizeOutcome } from './optimize-outcome.tsx';
import { type RouteType, useOptimize } from './use-optimize.ts';

/** Each width fits the button's label. "Optimizing..." is shorter, and nothing beside the button may move. */
const choices = [
  { type: 'subscription', label: 'Optimize Subscription Route', Icon: CalendarSync, width: '@2xl:min-w-71' },
  { type: 'package', label: 'Optimize Package Route', Icon: Package, width: '@2xl:min-w-64' },
] as const satisfies readonly { type: RouteType; label: string; Icon: typeof Package; width: string }[];

interface OptimizeBarProps {
  /** The date to plan. If it is undefined, the server chooses. */
  date: DateKey | undefined;
  onPlanned: (date: DateKey) => void;
}

/** The buttons that plan the routes of a date, the outcome panel, and View All Routes. */
export function OptimizeBar({ date, onPlanned }: OptimizeBarProps) {
  const optimize = useOptimize();
  const [isListOpen, setIsListOpen] = useState(false);
  const [includeAssigned, setIncludeAssigned] = useState(false);
  const plan = (type: RouteType, day: DateKey | undefined) => {
    if (optimize.isPending) return;
    const wanted = { type, body: { ...(day && { date: day }), ...(includeAssigned && { includeAssigned }) } };
    // A callback of `mutate` runs only while the screen is mounted, so it can't navigate back
    // to a screen that was left.
    optimize.mutate(wanted, { onSuccess: (result) => onPlanned(result.date) });
  };
  const press = (type: RouteType) => plan(type, date);
  return (
    <div>
      <div className="grid grid-cols-1 gap-3 @2xl:flex @2xl:flex-wrap @2xl:items-center">
        {choices.map(({ type, label, Icon, width }) => {
          const isRunning = optimize.isPending && optimize.variables.type === type;
          return (
            <Button
              key={type}
              className={width}
              icon={<Icon className="size-5 shrink-0" aria-hidden="true" />}
              busy={isRunning}
              busyLabel="Optimizing..."
              disabled={optimize.isPending && !isRunning}
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
        <CheckboxField
          label="Also move assigned stops that haven't been started"
          className="min-w-0 grow basis-48 text-[0.9375rem] leading-snug"
          checked={includeAssigned}
          onChange={({ target }) => setIncludeAssigned(target.checked)}
        />
      </div>
      <OptimizeOutcome optimize={optimize} onPlan={plan} />
      <AllRoutesDialog open={isListOpen} onOpenChange={setIsListOpen} />
    </div>
  );
}
