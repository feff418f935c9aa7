import { useEffect, useState } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { type BookingDraft, loadDraft, resumeDraft, saveDraft } from './booking-draft.ts';

/** The draft of this customer, kept in the browser from the first step on. */
export function useBookingDraft(customer: User) {
  const [draft, setDraft] = useState<BookingDraft>(() =>
    resumeDraft(loadDraft(customer.id), customer, new Date(), clientSettings.sameDayCutoff),
  );
  useEffect(() => saveDraft(draft), [draft]);
  const change = (changes: Partial<BookingDraft>) => setDraft((current) => ({ ...current, ...changes }));
  return { draft, change };
}
