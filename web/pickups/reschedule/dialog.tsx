import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { reschedulePickup } from '../../../contract/pickups.ts';
import { rescheduleSubscription } from '../../../contract/subscriptions.ts';
import { lastBookableDay } from '../../../contract/values/time/booking-dates.ts';
import { addDays, dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { serverNow } from '../../api/server-clock.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../ui/dialog/form-buttons.tsx';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { DayChip } from '../../ui/fields/day-chip.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { TextareaField } from '../../ui/fields/textarea-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import {
  dateRequired,
  dateTimeText,
  dayErrorOf,
  initialDate,
  type NewDate,
  type Rescheduled,
  rescheduleBody,
  rescheduledText,
} from './words.ts';

interface RescheduleDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  subject: RescheduleSubject;
}

/** Reschedules a pickup, or a plan's next pickup. Render this outside of the row, which a refresh may remove. */
export function RescheduleDialog({ open, onOpenChange, subject }: RescheduleDialogProps) {
  const formId = useId();
  const move = useReschedule(subject, () => onOpenChange(false));
  const changeOpen = (isOpen: boolean) => {
    if (!isOpen) move.reset();
    onOpenChange(isOpen);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      title={subject.kind === 'pickup' ? 'Reschedule Pickup' : 'Reschedule Next Pickup'}
      description={
        <>
          <span className="block break-words font-semibold text-ink">{subject.title}</span>
          <span>{`Current date: ${subject.currentDate ? dateTimeText(subject.currentDate) : 'No date'}`}</span>
        </>
      }
      dismissible={!move.isPending}
      footer={
        <FormButtons form={formId} onCancel={() => changeOpen(false)} busy={move.isPending} busyLabel="Rescheduling...">
          Reschedule
        </FormButtons>
      }
    >
      <RescheduleForm
        id={formId}
        error={move.error}
        onSend={(date) => {
          if (!move.isPending) move.mutate(rescheduleBody(date));
        }}
      />
    </Dialog>
  );
}

interface RescheduleFormProps {
  id: string;
  error: Error | null;
  onSend: (date: NewDate) => void;
}

/**
 * Asks for the new date, the reason, and whether to email the customer. The submit button is outside the form and
 * refers to it by `id`.
 */
export function RescheduleForm({ id, error, onSend }: RescheduleFormProps) {
  const [date, setDate] = useState(initialDate);
  const [dayError, setDayError] = useState<string>();
  const [now] = useState(() => serverNow());
  const change = (part: Partial<NewDate>) => setDate((before) => ({ ...before, ...part }));
  const changeDay = (day: string) => {
    setDayError(undefined);
    change({ day });
  };
  const today = dateKeyOf(now);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = dayErrorOf(date.day, serverNow());
    setDayError(found);
    if (found === undefined) return onSend(date);
    if (found === dateRequired) toast({ title: 'Date Required', description: found, variant: 'destructive' });
    event.currentTarget.querySelector<HTMLInputElement>('input[type="date"]')?.focus();
  };

  const fieldErrors = error instanceof ApiError ? error.errors : {};
  const dateError = dayError ?? fieldErrors.newDate;
  return (
    <form id={id} noValidate onSubmit={submit} className="space-y-4">
      <div className="grid gap-4 min-[24rem]:grid-cols-[minmax(0,1fr)_8.5rem]">
        <DateField
          label="New date"
          required
          min={today}
          max={lastBookableDay(now)}
          value={date.day}
          error={dateError}
          hint={date.day ? formatDateKey(date.day, 'long') : 'Today or later'}
          onChange={(event) => changeDay(event.target.value)}
        />
        <TextField
          label="Time"
          type="time"
          value={date.time}
          onChange={(event) => change({ time: event.target.value })}
        />
        <div className="-mt-1 flex flex-wrap gap-2 min-[24rem]:col-span-2">
          {[
            { label: 'Today', day: today },
            { label: 'Tomorrow', day: addDays(today, 1) },
          ].map(({ label, day }) => (
            <DayChip key={label} isChosen={date.day === day} onClick={() => changeDay(day)}>
              {label}
            </DayChip>
          ))}
        </div>
      </div>
      <TextareaField
        label="Reason (optional)"
        rows={2}
        maxLength={500}
        value={date.reason}
        error={fieldErrors.reason}
        hint="Shown to the customer and saved in the history."
        onChange={(event) => change({ reason: event.target.value })}
      />
      <CheckboxField
        label="Email the customer"
        checked={date.shouldEmailCustomer}
        onChange={(event) => change({ shouldEmailCustomer: event.target.checked })}
      />
      {error && !fieldErrors.newDate && !fieldErrors.reason && (
        <p className="break-words text-brick">{failureOf(error)}</p>
      )}
    </form>
  );
}

interface RescheduleSubject {
  /** For a subscription, only the next pickup moves. */
  readonly kind: 'pickup' | 'subscription';
  readonly id: string;
  readonly title: string;
  /** The current date as an ISO instant; null without one. */
  readonly currentDate: string | null;
}

type Body = ReturnType<typeof rescheduleBody>;

async function send({ kind, id }: RescheduleSubject, body: Body): Promise<Rescheduled> {
  if (kind === 'pickup') {
    const { pickup, ...email } = await call(reschedulePickup, { params: { id }, body });
    return { ...email, date: pickup.scheduledDate };
  }
  const { subscription, ...email } = await call(rescheduleSubscription, { params: { id }, body });
  return { ...email, date: subscription.nextPickupDate };
}

/** Sends the new date and shows the outcome as a toast. The lists refresh even after a conflict (409). */
function useReschedule(subject: RescheduleSubject, onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => send(subject, body),
    onSuccess: (rescheduled, { newDate }) => {
      toast({ title: 'Pickup Rescheduled', description: rescheduledText(newDate, rescheduled) });
      onDone();
    },
    onError: (error) => {
      toast({ title: 'Reschedule Failed', description: failureOf(error), variant: 'destructive' });
    },
    onSettled: () => {
      void refreshAdmin(cache);
    },
  });
}

function failureOf(error: unknown): string {
  return messageOf(error, "We couldn't reschedule the pickup. Please try again.");
}
