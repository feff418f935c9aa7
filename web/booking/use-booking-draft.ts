import { useEffect, useRef, useState } from 'react';
import type { User } from '../../contract/accounts.ts';
import { clientSettings } from '../api/client-settings.ts';
import {
  afterOtherTab,
  type BookingDraft,
  draftStorageKey,
  loadDraft,
  parseDraft,
  resumeDraft,
  saveDraft,
} from './booking-draft.ts';

/**
 * The customer's draft, stored in the browser from the first step on. `onTakenOver` is called when another tab has
 * paid, dropped or finished it, and this tab's draft has become a separate booking.
 */
export function useBookingDraft(customer: User, isOpen: boolean, onTakenOver: () => void) {
  const [draft, setDraft] = useState<BookingDraft>(() =>
    resumeDraft(loadDraft(customer.id), customer, new Date(), clientSettings.sameDayCutoff),
  );
  useEffect(() => saveDraft(draft), [draft]);

  const latest = useRef({ draft, onTakenOver });
  useEffect(() => {
    latest.current = { draft, onTakenOver };
  });
  useEffect(() => {
    if (!isOpen) return;
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key !== draftStorageKey) return;
      const { draft: before, onTakenOver: notify } = latest.current;
      const after = afterOtherTab(before, parseDraft(newValue, customer.id));
      if (after === before) return;
      setDraft(after);
      notify();
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [isOpen, customer.id]);

  const change = (changes: Partial<BookingDraft>) => setDraft((current) => ({ ...current, ...changes }));
  return { draft, change };
}
