import { type FormEvent, useState } from 'react';
import type { AdminPickup } from '../../../contract/pickups.ts';
import type { ActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { driverLabelOf } from '../driver-label.ts';

interface RequestAssignProps {
  request: AdminPickup;
  drivers: ActiveDrivers;
  busy: boolean;
  describedBy: string;
  onAssign: (driverId: string, driverLabel: string) => void;
}

/** 'Assign to' with a button: arrow keys change a closed select immediately, which must not assign anybody. */
export function RequestAssign({ request, drivers: { drivers, isError, retry }, ...rest }: RequestAssignProps) {
  const { busy, describedBy, onAssign } = rest;
  const current = request.driverId ?? '';
  const [chosen, setChosen] = useState<{ driverId: string; instead: string } | null>(null);
  // The choice is dropped when the request's driver changes, here or at another dispatcher's desk.
  const driverId = chosen?.instead === current ? chosen.driverId : current;

  if (isError) {
    return (
      <p className="flex min-h-12 flex-wrap items-center gap-x-2 text-soft">
        Drivers could not be loaded.
        <Button variant="quiet" size="sm" onClick={retry} className="px-2!">
          Retry
        </Button>
      </p>
    );
  }
  if (drivers?.length === 0 && !current) {
    return <p className="flex min-h-12 items-center text-soft leading-snug">No active drivers yet.</p>;
  }

  const chosenDriver = drivers?.find((driver) => driver.id === driverId);
  const assign = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!chosenDriver || driverId === current || busy) return;
    onAssign(driverId, driverLabelOf(chosenDriver));
    // The button disappears once the driver is assigned; keep the focus in the form.
    event.currentTarget.querySelector('select')?.focus({ preventScroll: true });
  };
  return (
    <form onSubmit={assign} className="flex items-end gap-2 tiny:flex-wrap">
      <SelectField
        label="Assign to"
        labelHidden={!current}
        className="min-w-0 grow @4xl:[&>label]:sr-only"
        value={driverId}
        disabled={drivers === undefined}
        aria-describedby={describedBy}
        onChange={(event) => setChosen({ driverId: event.target.value, instead: current })}
      >
        {!current && <option value="">{drivers ? 'Assign to…' : 'Loading drivers…'}</option>}
        {current && !drivers?.some((driver) => driver.id === current) && (
          <option value={current}>{request.driverUsername ?? 'Unknown'}</option>
        )}
        {drivers?.map((driver) => (
          <option key={driver.id} value={driver.id}>
            {driverLabelOf(driver)}
          </option>
        ))}
      </SelectField>
      {(!current || driverId !== current || busy) && (
        <Button
          type="submit"
          className="w-24 shrink-0 px-2!"
          aria-describedby={describedBy}
          disabled={!busy && (!chosenDriver || driverId === current)}
          busy={busy}
        >
          {current ? 'Reassign' : 'Assign'}
        </Button>
      )}
    </form>
  );
}
