import { type FormEvent, useId, useState } from 'react';
import { useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../ui/dialog/form-buttons.tsx';
import { DriverChoices } from '../driver-choices.tsx';
import { driverLabelOf } from '../driver-label.ts';
import { dateTimeText } from '../reschedule/words.ts';
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
          {pickup.scheduledDate ? dateTimeText(pickup.scheduledDate) : 'No date'}
        </>
      }
      dismissible={!send.isPending}
      footer={
        <FormButtons form={formId} onCancel={() => onOpenChange(false)} disabled={!chosen} busy={send.isPending}>
          {isReassigned ? 'Reassign' : 'Assign'}
        </FormButtons>
      }
    >
      <form id={formId} onSubmit={submit}>
        <DriverChoices
          group={formId}
          {...{ drivers, isError, chosenId }}
          onRetry={retry}
          onChoose={setChosenId}
          {...(isReassigned && { detailOf: ({ id }) => id === pickup.driverId && 'Current driver' })}
        />
      </form>
    </Dialog>
  );
}
