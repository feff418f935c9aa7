import { type DateKey, formatDateKey } from '../../../contract/values/time/dates.ts';
import { toServerMs } from '../../api/server-clock.ts';
import { timeText } from '../../pickups/pickup-words.ts';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useSavedState } from './use-saved-state.ts';

interface DutyBarProps {
  today: DateKey;
  /** When the route was last read, in ms of the phone's clock; 0 if it hasn't been read. */
  updatedAt: number;
  /** True if the phone can't reach the server, as the strip in the header says. */
  isOffline: boolean;
}

/**
 * The date, when the route was last read, and whether the driver is on duty (in this tab only, DRIVER-1). Without
 * signal the switch is off, so that "Online" never appears with "No signal". It turns back on when the signal returns.
 */
export function DutyBar({ today, updatedAt, isOffline }: DutyBarProps) {
  const [duty, setDuty] = useSavedState('duty');
  const toggle = (online: boolean) => {
    setDuty(online ? 'online' : 'offline');
    if (isOffline) toast({ title: 'No signal', description: "You'll be online as soon as the signal is back." });
    else toast({ title: online ? "You're now online" : "You're now offline" });
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="min-w-0 grow">
        <span className="block font-display font-semibold text-lg leading-tight">{formatDateKey(today)}</span>
        <span className="block min-h-5 text-[0.9375rem] text-soft leading-5">
          {updatedAt > 0 && `Updated ${timeText(toServerMs(updatedAt))}`}
        </span>
      </p>
      <SwitchField
        label="Online"
        checked={duty !== 'offline' && !isOffline}
        onToggle={toggle}
        className="-mr-1 max-w-full gap-2!"
      />
    </div>
  );
}
