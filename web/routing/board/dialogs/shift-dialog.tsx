import { type FormEvent, useId, useState } from 'react';
import type { BoardColumn } from '../../../../contract/routing/day-board.ts';
import { formatDateKey } from '../../../../contract/values/time/dates.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../../ui/dialog/form-buttons.tsx';
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { type DayHours, useSetDay, useUsualShift } from '../use-board-changes.ts';
import { ShiftTimes, whyWrongShift } from './shift-times.tsx';

interface ShiftDialogProps {
  open: boolean;
  onClose: () => void;
  name: string;
  driver: BoardColumn;
  date: string;
}

/** Changes a driver's hours, for this date or for every day. */
export function ShiftDialog({ open, onClose, name, driver, date }: ShiftDialogProps) {
  const formId = useId();
  const setDay = useSetDay(date, onClose);
  const setUsual = useUsualShift(onClose);
  const isBusy = setDay.isPending || setUsual.isPending;
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      dismissible={!isBusy}
      title="Shorter Shift"
      description={`${name}, ${formatDateKey(date, 'long')}`}
      footer={
        <FormButtons form={formId} onCancel={onClose} busy={isBusy} busyLabel="Saving...">
          Save Shift
        </FormButtons>
      }
    >
      <ShiftForm
        id={formId}
        name={name}
        shift={driver.shift}
        onSend={({ start, end, openStops, isUsual }) => {
          if (isBusy) return;
          if (isUsual) setUsual.mutate({ driverId: driver.driverId, start, end });
          else setDay.mutate({ driverId: driver.driverId, driverName: name, hours: { start, end }, openStops });
        }}
      />
    </Dialog>
  );
}

interface Hours {
  readonly start: string;
  readonly end: string;
  readonly openStops: DayHours['openStops'];
  readonly isUsual: boolean;
}

interface ShiftFormProps {
  id: string;
  name: string;
  shift: BoardColumn['shift'];
  onSend: (hours: Hours) => void;
}

function ShiftForm({ id, name, shift, onSend }: ShiftFormProps) {
  const [hours, setHours] = useState<Hours>({
    start: shift.start,
    end: shift.end,
    openStops: 'replan',
    isUsual: false,
  });
  const [error, setError] = useState<string>();
  const change = (part: Partial<Hours>) => {
    setError(undefined);
    setHours((before) => ({ ...before, ...part }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = whyWrongShift(hours);
    setError(wrong);
    if (!wrong) onSend(hours);
  };
  return (
    <form id={id} noValidate onSubmit={submit} className="space-y-4">
      <ShiftTimes start={hours.start} end={hours.end} error={error} onChange={change} />
      {!hours.isUsual && (
        <SelectField
          label="Stops that no longer fit"
          value={hours.openStops}
          onChange={({ target }) => change({ openStops: target.value as Hours['openStops'] })}
        >
          <option value="replan">Re-plan: give them to other drivers</option>
          <option value="unassign">Return them to Unassigned</option>
          <option value="keep">{`Leave them with ${name}`}</option>
        </SelectField>
      )}
      <CheckboxField
        label={`Every day from now on. Stops stay with ${name}.`}
        checked={hours.isUsual}
        onChange={({ target }) => change({ isUsual: target.checked })}
      />
    </form>
  );
}
