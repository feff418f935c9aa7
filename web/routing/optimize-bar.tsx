import { CalendarSync, ListChecks, Package } from 'lucide-react';
import { useState } from 'react';
import type { DateKey } from '../../contract/dates.ts';
import { Button } from '../ui/button.tsx';
import { AllRoutesDialog } from './all-routes-dialog.tsx';
import { type RouteType, useOptimize } from './optimize-call.ts';

const choices = [
  { type: 'subscription', label: 'Optimize Subscription Route', Icon: CalendarSync },
  { type: 'package', label: 'Optimize Package Route', Icon: Package },
] as const satisfies readonly { type: RouteType; label: string; Icon: typeof Package }[];

/** What can be planned, and the way to see all that is. */
export function OptimizeBar({ onPlanned }: { onPlanned: (day: DateKey) => void }) {
  const optimize = useOptimize(onPlanned);
  const [isListOpen, setIsListOpen] = useState(false);
  return (
    <div className="grid grid-cols-1 gap-3 @2xl:flex @2xl:flex-wrap">
      {choices.map(({ type, label, Icon }) => (
        <Button
          key={type}
          icon={<Icon className="size-5 shrink-0" aria-hidden="true" />}
          busy={optimize.isPending && optimize.variables === type}
          busyLabel="Optimizing..."
          className="@2xl:min-w-72"
          onClick={() => !optimize.isPending && optimize.mutate(type)}
        >
          {label}
        </Button>
      ))}
      <Button
        variant="outline"
        icon={<ListChecks className="size-5 shrink-0" aria-hidden="true" />}
        onClick={() => setIsListOpen(true)}
      >
        View All Routes
      </Button>
      <AllRoutesDialog open={isListOpen} onOpenChange={setIsListOpen} />
    </div>
  );
}
