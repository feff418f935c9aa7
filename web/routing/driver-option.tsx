import type { User } from '../../contract/accounts.ts';
import { driverLabelOf } from '../pickups/request-words.ts';
import { stopsText } from './route-words.ts';

interface DriverOptionProps {
  /** The name of the radio buttons that this is one of. */
  group: string;
  driver: User;
  /** What the driver still has to do today; undefined where it is not known. */
  stopsToday: number | undefined;
  checked: boolean;
  onChoose: () => void;
}

/** One driver. The whole card is the radio button. */
export function DriverOption({ group, driver, stopsToday, checked, onChoose }: DriverOptionProps) {
  return (
    <label className="group relative flex cursor-pointer items-center gap-3 rounded-card border border-control bg-paper px-4 py-3 transition-colors not-has-checked:hover:bg-step has-checked:border-azure has-checked:bg-azure-wash has-checked:ring-1 has-checked:ring-azure">
      <input
        type="radio"
        name={group}
        value={driver.id}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer appearance-none rounded-card"
      />
      <span
        aria-hidden="true"
        className="grid size-5 shrink-0 place-items-center rounded-full border-2 border-control bg-paper group-has-checked:border-azure"
      >
        <span className="size-2.5 rounded-full bg-azure opacity-0 group-has-checked:opacity-100" />
      </span>
      <span className="min-w-0 break-words leading-snug">
        <span className="font-semibold">{driverLabelOf(driver)}</span>
        {stopsToday !== undefined && (
          <span className="mt-0.5 block text-[0.9375rem] text-soft tabular-nums">{stopsText(stopsToday)} today</span>
        )}
      </span>
    </label>
  );
}
