import { useState } from 'react';
import { checkBookingDay, pickedDate, serviceTypeOf } from '../../contract/values/time/booking-dates.ts';
import { dateKeyOf } from '../../contract/values/time/dates.ts';
import { clientSettings } from '../api/client-settings.ts';
import { serverNow } from '../api/server-clock.ts';
import { toast } from '../ui/toast/toast.ts';
import type { BookingDraft } from './booking-draft.ts';

/** The state of the date input. Only a bookable day reaches the draft; other days show an error. */
export function useDateText(draft: BookingDraft, onChange: (changes: Partial<BookingDraft>) => void) {
  const [now] = useState(() => serverNow());
  const [text, setText] = useState(() => (draft.scheduledDate ? dateKeyOf(new Date(draft.scheduledDate)) : ''));
  const [error, setError] = useState<string>();

  const showError = (message: string) => {
    setError(message);
    toast({ title: 'Invalid Date', description: message, variant: 'destructive' });
  };
  const pick = (picked: string) => {
    setText(picked);
    setError(undefined);
    const result = checkBookingDay(picked, serverNow(), clientSettings.sameDayCutoff);
    if (result.ok) {
      const scheduledDate = pickedDate(picked);
      onChange({ scheduledDate, serviceType: serviceTypeOf(new Date(scheduledDate), serverNow()) });
    } else if (picked !== '' && !isHalfTyped(picked)) showError(result.message);
  };
  /** Checks the day again on Next: it may have ended, or the same-day cutoff passed, while the wizard was open. */
  const isBookable = () => {
    const result = checkBookingDay(text, serverNow(), clientSettings.sameDayCutoff);
    if (!result.ok) showError(result.message);
    return result.ok;
  };
  return { now, text, error, pick, isBookable };
}

/**
 * Returns true while a year is being typed: the date input then reports the years 0002, 0020 and 0202. They aren't
 * errors yet.
 */
export function isHalfTyped(text: string): boolean {
  return text.startsWith('0');
}
