import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useRef, useState } from 'react';
import { bookReturnTrip } from '../../contract/pickups/missed.ts';
import { bagsText, type Pickup } from '../../contract/pickups.ts';
import { checkBookingDay, isTodayOpen, lastBookableDay } from '../../contract/values/time/booking-dates.ts';
import { addDays, dateKeyOf, formatDateKey, isDateKey } from '../../contract/values/time/dates.ts';
import { ApiError, messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { clientSettings } from '../api/client-settings.ts';
import { serverNow } from '../api/server-clock.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { FormButtons } from '../ui/dialog/form-buttons.tsx';
import { DateField } from '../ui/fields/date-field.tsx';
import { moneyText } from '../ui/text/money-text.ts';

interface ReturnTripDialogProps {
  pickup: Pickup;
  /** Dollars, in wire format. */
  amount: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Books the return trip for a day and continues to its payment. */
export function ReturnTripDialog({ pickup, amount, open, onOpenChange }: ReturnTripDialogProps) {
  const formId = useId();
  const [now] = useState(() => serverNow());
  const { sameDayCutoff } = clientSettings;
  const tomorrow = addDays(dateKeyOf(now), 1);
  const [day, setDay] = useState(tomorrow);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const cache = useQueryClient();
  const book = useMutation({
    mutationFn: () => call(bookReturnTrip, { params: { id: pickup.id }, body: { scheduledDate: day } }),
    onSuccess: async (trip) => {
      onOpenChange(false);
      void cache.invalidateQueries();
      const { id: pickupId, serviceType } = trip;
      await navigate({ to: '/checkout', search: { amount: trip.amount, pickupId, serviceType } });
    },
    onError: (error) => refuseDay(dayProblemOf(error)),
  });
  const refuseDay = (message: string | undefined) => {
    setProblem(message);
    if (message) field.current?.focus();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (book.isPending) return;
    const checked = checkBookingDay(day, serverNow(), sameDayCutoff);
    refuseDay(checked.ok ? undefined : checked.message);
    if (checked.ok) book.mutate();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Book a return trip"
      description={`We'll come back for up to ${bagsText(pickup.bagCount)} at ${pickup.address}, for ${moneyText(amount)}.`}
      dismissible={!book.isPending}
      failure={
        book.error && !dayProblemOf(book.error)
          ? messageOf(book.error, "We couldn't book the return trip. Please try again.")
          : null
      }
      footer={
        <FormButtons form={formId} onCancel={() => onOpenChange(false)} busy={book.isPending}>
          Continue to payment
        </FormButtons>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <DateField
          ref={field}
          label="Day"
          required
          min={isTodayOpen(now, sameDayCutoff) ? dateKeyOf(now) : tomorrow}
          max={lastBookableDay(now)}
          value={day}
          error={problem}
          hint={isDateKey(day) ? `${formatDateKey(day, 'long')}. Have your bags at the curb by 7 AM.` : 'Choose a day.'}
          onChange={({ target }) => {
            setDay(target.value);
            setProblem(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}

/** Returns why the day was refused; undefined if something else was refused. */
function dayProblemOf(error: Error): string | undefined {
  return error instanceof ApiError ? error.errors.scheduledDate : undefined;
}
