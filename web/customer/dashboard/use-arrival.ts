import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { PackageType as PackageTypeShape } from '../../../contract/subscriptions.ts';
import type { PackageType } from '../../../contract/values/prices.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { lasting } from '../../api/storage.ts';
import { asPlan, loadDraft, resumeDraft, saveDraft } from '../../booking/booking-draft.ts';
import { planKey, serviceTypeKey } from '../../landing/choice.ts';
import { useLiveSubscription } from '../../subscriptions/use-live-subscription.ts';

/**
 * What brought the customer here, read once: `?book=1` or 'one-time' chosen on the landing page opens the booking,
 * 'subscription' opens it on the plans, `?success=true` celebrates. The address is then plain /dashboard again.
 */
export function useArrival(openBooking: () => void) {
  const { success, book } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [isAllSet, setIsAllSet] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: openBooking is new on every render; what arrives is the address.
  useEffect(() => {
    if (success === 'true') setIsAllSet(true);
    if (book === '1') openBooking();
    if (success !== undefined || book !== undefined) void navigate({ to: '/dashboard', search: {}, replace: true });
  }, [success, book, navigate]);

  const wantsPlan = useLandingChoice(openBooking);
  return { isAllSet, dismissAllSet: () => setIsAllSet(false), wantsPlan };
}

/** Goes on with what was chosen on the landing page, before there was an account. Answers whether that was a plan. */
function useLandingChoice(openBooking: () => void): boolean {
  const visitor = useCurrentUser();
  const { live } = useLiveSubscription();
  const [chosenPlan, setChosenPlan] = useState<{ packageType: PackageType | null } | null>(null);
  const isOpened = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival.
  useEffect(() => {
    const chosen = lasting.get(serviceTypeKey);
    const plan = PackageTypeShape.safeParse(lasting.get(planKey));
    lasting.remove(serviceTypeKey);
    lasting.remove(planKey);
    if (chosen === 'one-time') openBooking();
    if (chosen === 'subscription') setChosenPlan({ packageType: plan.data ?? null });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: openBooking is new on every render; it opens once.
  useEffect(() => {
    // Only once it is known that there is no plan yet: who has one came to look after it.
    if (!chosenPlan || live !== null || visitor.state !== 'signed-in' || isOpened.current) return;
    isOpened.current = true;
    turnToPlan(visitor.user, chosenPlan.packageType);
    openBooking();
  }, [chosenPlan, live, visitor.state]);

  return chosenPlan !== null;
}

/** Lets the booking open on the plans, unless one is on its way to be paid. */
function turnToPlan(customer: User, packageType: PackageType | null): void {
  const draft = resumeDraft(loadDraft(customer.id), customer, new Date(), clientSettings.sameDayCutoff);
  if (!draft.isSubmitted) saveDraft({ ...draft, ...asPlan(packageType ?? draft.packageType), step: 1 });
}
