import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type PackageType, packageTypes } from '../../../contract/values/prices.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { serverNow } from '../../api/server-clock.ts';
import { lasting } from '../../api/storage.ts';
import { asPlan, loadDraft, resumeDraft, saveDraft } from '../../booking/booking-draft.ts';
import { planKey, serviceTypeKey } from '../../landing/choice.ts';
import { useLiveSubscription } from '../../subscriptions/use-live-subscription.ts';

/**
 * Handles how the customer arrived, once: `?book=1`, or 'one-time' chosen on the landing page, opens the booking
 * wizard. 'subscription' opens it on the plans, and `bookAgainHref` opens it filled in from an earlier pickup.
 * `?success=true` shows the celebration. The URL is then reset to /dashboard.
 */
export function useArrival(openBooking: () => void, bookAgain: (pickupId: string) => void) {
  const { success, book, pickup } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [isAllSet, setIsAllSet] = useState(false);

  const openFirst = useEffectEvent(openBooking);
  const openAgain = useEffectEvent(bookAgain);
  useEffect(() => {
    if (success === 'true') setIsAllSet(true);
    if (book === '1') openFirst();
    if (book === 'again' && pickup) openAgain(pickup);
    if (success !== undefined || book !== undefined) void navigate({ to: '/dashboard', search: {}, replace: true });
  }, [success, book, pickup, navigate]);

  const wantsPlan = useLandingChoice(openBooking);
  return { isAllSet, dismissAllSet: () => setIsAllSet(false), wantsPlan };
}

/** Continues with the choice made on the landing page before signing up. Returns true if the choice was a plan. */
function useLandingChoice(openBooking: () => void): boolean {
  const visitor = useCurrentUser();
  const { live } = useLiveSubscription();
  const [chosenPlan, setChosenPlan] = useState<{ packageType: PackageType | null } | null>(null);
  const isOpened = useRef(false);
  const open = useEffectEvent(openBooking);

  useEffect(() => {
    const chosen = lasting.get(serviceTypeKey);
    const plan = lasting.get(planKey);
    lasting.remove(serviceTypeKey);
    lasting.remove(planKey);
    if (chosen === 'one-time') open();
    if (chosen === 'subscription') setChosenPlan({ packageType: packageTypes.find((type) => type === plan) ?? null });
  }, []);

  useEffect(() => {
    // Waits until it is known that the customer has no plan. A customer with a plan came to manage it.
    if (!chosenPlan || live !== null || visitor.state !== 'signed-in' || isOpened.current) return;
    isOpened.current = true;
    // The booking opens on the plans, unless a payment is in progress.
    const draft = resumeDraft(loadDraft(visitor.user.id), visitor.user, serverNow(), clientSettings.sameDayCutoff);
    const plan = asPlan(chosenPlan.packageType ?? draft.packageType);
    if (!draft.isSubmitted) saveDraft({ ...draft, ...plan, step: 1 });
    open();
  }, [chosenPlan, live, visitor]);

  return chosenPlan !== null;
}
