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
 * The draft of this customer, kept in the browser from the first step on. `onTakenOver`: another tab has paid, dropped or
 * finished it, and what stands here has become a booking of its own.
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
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key !== draftStorageKey) return;
      const { draft: before, onTakenOver: tell } = latest.current;
      const after = afterOtherTab(before, parseDraft(newValue, customer.id));
      if (after === before) return;
      setDraft(after);
      tell();
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [isOpen, customer.id]);

  const change = (changes: Partial<BookingDraft>) => setDraft((current) => ({ ...current, ...changes }));
  return { draft, change };
}
