import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { lasting } from '../api/storage.ts';
import { serviceTypeKey } from '../landing/choice.ts';

/**
 * What brought the customer here, read once: `?book=1` or 'one-time' chosen on the landing page opens the booking,
 * 'subscription' points to the plans, `?success=true` celebrates. The address is then plain /dashboard again.
 */
export function useArrival(openBooking: () => void) {
  const { success, book } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [isAllSet, setIsAllSet] = useState(false);
  const [wantsPlan, setWantsPlan] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: openBooking is new on every render; what arrives is the address.
  useEffect(() => {
    if (success === 'true') setIsAllSet(true);
    if (book === '1') openBooking();
    if (success !== undefined || book !== undefined) void navigate({ to: '/dashboard', search: {}, replace: true });
  }, [success, book, navigate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival.
  useEffect(() => {
    const chosen = lasting.get(serviceTypeKey);
    lasting.remove(serviceTypeKey);
    if (chosen === 'one-time') openBooking();
    if (chosen === 'subscription') setWantsPlan(true);
  }, []);

  return { isAllSet, dismissAllSet: () => setIsAllSet(false), wantsPlan };
}
