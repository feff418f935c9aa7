import { type FormEvent, useId, useState } from 'react';
import { useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { RadioCard, RadioMark } from '../../ui/fields/radio-card.tsx';
import { InlineError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { driverLabelOf } from '../requests/words.ts';
import { momentText } from '../reschedule/words.ts';
import type { MoveDialogProps } from './complete-dialog.tsx';
import { useSendMove } from './send-move.ts';

/** Chooses the driver of one pickup, or another one. */
export function AssignDialog({ pickup, open, onOpenChange }: MoveDialogProps) {
  const formId = useId();
  const { drivers, isError, retry } = useActiveDrivers();
  const [chosenId, setChosenId] = useState(pickup.driverId);
  const send = useSendMove(pickup, () => onOpenChange(false));
  const chosen = drivers?.find(({ id }) => id === chosenId && id !== pickup.driverId);
  const isReassigned = pickup.driverId !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen && !send.isPending) {
      send.mutate({ move: 'assign', driverId: chosen.id, driver: driverLabelOf(chosen) });
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={isReassigned ? 'Reassign Pickup' : 'Assign Pickup'}
      description={
        <>
          <span className="block break-words font-semibold text-ink">{pickup.address}</span>
          {pickup.scheduledDate ? momentText(pickup.scheduledDate) : 'No date'}
        </>
      }
      dismissible={!send.isPending}
      footer={
        <>
          <Button variant="outline" disabled={send.isPending} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={!chosen} busy={send.isPending}>
            {isReassigned ? 'Reassign' : 'Assign'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        {isError ? (
          <InlineError message="Drivers could not be loaded." onRetry={retry} />
        ) : drivers === undefined ? (
          <div role="status" className="grid gap-2">
            <span className="sr-only">Loading drivers</span>
            <Skeleton className="h-13 rounded-card" />
            <Skeleton className="h-13 rounded-card" />
          </div>
        ) : drivers.length === 0 ? (
          <p>There are no active drivers yet. Give someone the driver role under All Members.</p>
        ) : (
          <fieldset className="grid gap-2">
            <legend className="sr-only">Driver</legend>
            {drivers.map((driver) => (
              <RadioCard
                key={driver.id}
                group={formId}
                value={driver.id}
                checked={driver.id === chosenId}
                onChoose={() => setChosenId(driver.id)}
                className="flex min-h-13 items-center gap-3 px-4 py-2"
              >
                <RadioMark />
                <span className="min-w-0 break-words font-semibold leading-snug">
                  {driverLabelOf(driver)}
                  {driver.id === pickup.driverId && <span className="font-normal text-soft"> · now</span>}
                </span>
              </RadioCard>
            ))}
          </fieldset>
        )}
      </form>
    </Dialog>
  );
}
