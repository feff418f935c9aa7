import { type DateKey, formatDateKey } from '../../../contract/values/dates.ts';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { timeTextOf } from '../stop/stop-words.ts';
import { useSavedState } from './use-saved-state.ts';

interface DutyBarProps {
  today: DateKey;
  /** When the route was last read; 0 before that. */
  updatedAt: number;
}

/** The date, when the route was last read, and whether the driver is on duty (in this tab only, DRIVER-1). */
export function DutyBar({ today, updatedAt }: DutyBarProps) {
  const [duty, setDuty] = useSavedState('duty');
  const isOnline = duty !== 'offline';
  const toggle = (online: boolean) => {
    setDuty(online ? 'online' : 'offline');
    toast({ title: online ? "You're now online" : "You're now offline" });
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="min-w-0 grow">
        <span className="block font-display font-semibold text-lg leading-tight">{formatDateKey(today)}</span>
        <span className="block min-h-6 text-[0.9375rem] text-soft tabular-nums">
          {updatedAt > 0 && `Updated ${timeTextOf(updatedAt)}`}
        </span>
      </p>
      <SwitchField label="Online" checked={isOnline} onToggle={toggle} className="-mr-1 max-w-full gap-2!" />
    </div>
  );
}
