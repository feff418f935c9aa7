import { useState } from 'react';
import { checkBookingDay, pickedDate, serviceTypeOf } from '../../contract/values/booking-dates.ts';
import { dateKeyOf } from '../../contract/values/dates.ts';
import { clientSettings } from '../api/client-settings.ts';
import { toast } from '../ui/toast/toast.ts';
import type { BookingDraft } from './booking-draft.ts';
import { isHalfTyped } from './half-typed.ts';

/** What stands in the date input. Only a day that can be booked reaches the draft; the others are complained about. */
export function useDateText(draft: BookingDraft, onChange: (changes: Partial<BookingDraft>) => void) {
  const [now] = useState(() => new Date());
  const [text, setText] = useState(() => (draft.scheduledDate ? dateKeyOf(new Date(draft.scheduledDate)) : ''));
  const [error, setError] = useState<string>();

  const complain = (message: string) => {
    setError(message);
    toast({ title: 'Invalid Date', description: message, variant: 'destructive' });
  };
  const pick = (picked: string) => {
    setText(picked);
    setError(undefined);
    const verdict = checkBookingDay(picked, new Date(), clientSettings.sameDayCutoff);
    if (verdict.ok) {
      const scheduledDate = pickedDate(picked);
      onChange({ scheduledDate, serviceType: serviceTypeOf(new Date(scheduledDate), new Date()) });
    } else if (picked !== '' && !isHalfTyped(picked)) complain(verdict.message);
  };
  /** Judged again when one goes on: the day may have ended, or the same-day cut-off passed, while the wizard was open. */
  const isBookable = () => {
    const verdict = checkBookingDay(text, new Date(), clientSettings.sameDayCutoff);
    if (!verdict.ok) complain(verdict.message);
    return verdict.ok;
  };
  return { now, text, error, pick, isBookable };
}
