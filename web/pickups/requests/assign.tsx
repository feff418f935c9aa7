import { type FormEvent, useState } from 'react';
import type { AdminPickup } from '../../../contract/pickups.ts';
import type { ActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { Button } from '../../ui/button/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { driverOptionsOf } from '../driver-label.ts';
import { useSendMove } from '../moves/send-move.ts';

interface RequestAssignProps {
  request: AdminPickup;
  drivers: ActiveDrivers;
  describedBy: string;
  /** Called when the assignment is sent, before the list changes. */
  onAct?: () => void;
}

/**
 * A select of drivers with a button, because arrow keys change a closed select immediately, which must not assign
 * anybody.
 */
export function RequestAssign({
  request,
  drivers: { drivers, isError, retry },
  describedBy,
  onAct,
}: RequestAssignProps) {
  const send = useSendMove(request);
  const current = request.driverId ?? '';
  const [chosen, setChosen] = useState<{ driverId: string; instead: string } | null>(null);
  // The choice is dropped when the request's driver changes, here or by another dispatcher.
  const driverId = chosen?.instead === current ? chosen.driverId : current;

  if (isError) {
    return (
      <p className="flex min-h-12 flex-wrap items-center gap-x-2 text-soft">
        <span>We couldn't load the drivers.</span>
        <Button variant="quiet" size="sm" onClick={retry} className="px-2!">
          Retry
        </Button>
      </p>
    );
  }
  if (drivers?.length === 0 && !current) {
    return <p className="flex min-h-12 items-center text-soft leading-snug">No active drivers yet.</p>;
  }

  const options = driverOptionsOf(drivers ?? []);
  const chosenDriver = options.find(({ id }) => id === driverId);
  const assign = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!chosenDriver || driverId === current || send.isPending) return;
    onAct?.();
    send.mutate({ move: 'assign', driverId, driver: chosenDriver.label });
    // The button disappears once the driver is assigned; keep the focus in the form.
    event.currentTarget.querySelector('select')?.focus({ preventScroll: true });
  };
  const label = current ? 'Reassign' : 'Assign';
  return (
    <form onSubmit={assign} className="flex items-end gap-2 tiny:flex-wrap">
      <SelectField
        label="Assign to"
        labelHidden={!current}
        // In the row layout, the select needs all the width it can get, so that names aren't cut off.
        className="min-w-0 grow @4xl:[&>label]:sr-only @4xl:[&_select]:pr-8 @4xl:[&_select]:pl-2.5 @4xl:[&_svg]:right-2"
        value={driverId}
        disabled={drivers === undefined}
        aria-describedby={describedBy}
        onChange={(event) => setChosen({ driverId: event.target.value, instead: current })}
      >
        {!current && <option value="">{drivers ? 'Assign to…' : 'Loading drivers…'}</option>}
        {current && !chosenDriver && <option value={current}>{request.driverName ?? 'Unknown'}</option>}
        {options.map(({ id, label: name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {(driverId !== current || send.isPending) && (
        <Button
          type="submit"
          className="w-24 shrink-0 px-2! @4xl:w-17 @4xl:px-1!"
          aria-describedby={describedBy}
          busy={send.isPending}
        >
          {/* In the row layout, the spinner replaces the label. */}
          <span className={send.isPending ? '@4xl:sr-only' : undefined}>{label}</span>
        </Button>
      )}
    </form>
  );
}
