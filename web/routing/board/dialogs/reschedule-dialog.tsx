import { type FormEvent, useId, useState } from 'react';
import { lastBookableDay } from '../../../../contract/values/time/booking-dates.ts';
import { addDays, formatDateKey } from '../../../../contract/values/time/dates.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { dayErrorOf } from '../../../pickups/reschedule/words.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../../ui/dialog/form-buttons.tsx';
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { stopsText } from '../../route-words.ts';
import type { Destination } from '../board-model.ts';

interface RescheduleStopsProps {
  open: boolean;
  onClose: () => void;
  isBusy: boolean;
  count: number;
  /** The board's date. The next day is suggested. */
  date: string;
  today: string;
  onMove: (to: Destination) => void;
}

/** Moves the selected stops to another date. Assigned stops keep their drivers. */
export function RescheduleStops({ open, onClose, isBusy, count, date, today, onMove }: RescheduleStopsProps) {
  const formId = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      dismissible={!isBusy}
      title={`Reschedule ${stopsText(count)}`}
      description={`From ${formatDateKey(date, 'long')}. Assigned stops keep their drivers.`}
      footer={
        <FormButtons form={formId} onCancel={onClose} busy={isBusy} busyLabel="Rescheduling...">
          Reschedule
        </FormButtons>
      }
    >
      <DateForm id={formId} date={date} today={today} onMove={onMove} />
    </Dialog>
  );
}

function DateForm({
  id,
  date,
  today,
  onMove,
}: Pick<RescheduleStopsProps, 'date' | 'today' | 'onMove'> & { id: string }) {
  const [newDate, setNewDate] = useState(() => addDays(date < today ? today : date, 1));
  const [reason, setReason] = useState('');
  const [shouldEmailCustomer, setShouldEmailCustomer] = useState(true);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = newDate === date ? 'Please choose another date.' : dayErrorOf(newDate, serverNow());
    setError(found);
    if (found === undefined) onMove({ newDate, reason: reason.trim() || null, shouldEmailCustomer });
  };
  return (
    <form id={id} noValidate onSubmit={submit} className="space-y-4">
      <DateField
        label="New date"
        required
        min={today}
        max={lastBookableDay(serverNow())}
        value={newDate}
        error={error}
        hint={newDate ? formatDateKey(newDate, 'long') : 'Today or later'}
        onChange={({ target }) => {
          setError(undefined);
          setNewDate(target.value);
        }}
      />
      <TextField
        label="Reason (optional)"
        value={reason}
        maxLength={500}
        placeholder="Heavy rain"
        onChange={({ target }) => setReason(target.value)}
      />
      <CheckboxField
        label="Email the customers"
        checked={shouldEmailCustomer}
        onChange={({ target }) => setShouldEmailCustomer(target.checked)}
      />
    </form>
  );
}
