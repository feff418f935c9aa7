import type { ReactNode } from 'react';
import type { User } from '../../contract/accounts.ts';
import { RadioCard, RadioMark } from '../ui/fields/radio-card.tsx';
import { InlineError } from '../ui/load-error.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { driverLabelOf } from './driver-label.ts';

interface DriverChoicesProps {
  /** The name of the radio group. */
  group: string;
  /** Undefined until loaded. */
  drivers: readonly User[] | undefined;
  isError: boolean;
  onRetry: () => void;
  chosenId: string | null | undefined;
  onChoose: (driverId: string) => void;
  /** A line below a driver's name. */
  detailOf?: (driver: User) => ReactNode;
}

/** The active drivers as radio cards. Handles loading, a failure, and an empty list. */
export function DriverChoices({ group, drivers, isError, onRetry, chosenId, onChoose, detailOf }: DriverChoicesProps) {
  if (isError) return <InlineError message="We couldn't load the drivers." onRetry={onRetry} />;
  if (drivers === undefined) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">Loading drivers</span>
        <Skeleton className="h-18 rounded-card" />
        <Skeleton className="h-18 rounded-card" />
      </div>
    );
  }
  if (drivers.length === 0) {
    return <p>There are no active drivers yet. Give someone the driver role under All Members.</p>;
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Driver</legend>
      {drivers.map((driver) => (
        <RadioCard
          key={driver.id}
          group={group}
          value={driver.id}
          checked={driver.id === chosenId}
          onChoose={() => onChoose(driver.id)}
          className="flex min-h-13 items-center gap-3 px-4 py-3"
        >
          <RadioMark />
          <span className="min-w-0 break-words leading-snug">
            <span className="font-semibold">{driverLabelOf(driver)}</span>
            <span className="mt-0.5 block text-[0.9375rem] text-soft empty:hidden">{detailOf?.(driver)}</span>
          </span>
        </RadioCard>
      ))}
    </fieldset>
  );
}
