import type { User } from '../../../contract/accounts.ts';
import { driverLabelOf } from '../../pickups/requests/words.ts';

interface DriverOptionProps {
  /** The name of the radio buttons that this is one of. */
  group: string;
  driver: User;
  /** What the driver has to do already: "3 stops today"; undefined where it is not known. */
  load: string | undefined;
  checked: boolean;
  onChoose: () => void;
}

/** One driver. The whole card is the radio button. */
export function DriverOption({ group, driver, load, checked, onChoose }: DriverOptionProps) {
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
        {load !== undefined && <span className="mt-0.5 block text-[0.9375rem] text-soft tabular-nums">{load}</span>}
      </span>
    </label>
  );
}
