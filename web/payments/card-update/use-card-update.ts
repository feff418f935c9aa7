import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CallResult } from '../../../contract/endpoint.ts';
import { getBillingSummary, listBillingHistory } from '../../../contract/payments.ts';
import { listPickups } from '../../../contract/pickups/lists.ts';
import { getPlan } from '../../../contract/plan/page.ts';
import {
  finishCardUpdate,
  getSubscription,
  type Subscription,
  startCardUpdate,
} from '../../../contract/subscriptions.ts';
import { ApiError, messageOf, SignedOutError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { type ToastMessage, toast } from '../../ui/toast/toast.ts';
import type { CardProblem } from '../card/card-entry.ts';

export type CardSetup = CallResult<typeof startCardUpdate>;

/** Saves the card with the provider. Returns the problem, if any, or the id of a test card. */
type SaveCard = () => Promise<{ problem: CardProblem | null; paymentMethodId?: string }>;

const changed = [getSubscription.path, getPlan.path, listBillingHistory.path, getBillingSummary.path, listPickups.path];

/** Runs the card update, from opening the form to charging the new card. */
export function useCardUpdate(subscription: Subscription, isOpen: boolean, onDone: () => void) {
  const cache = useQueryClient();
  const once = useOnce();
  const [setup, setSetup] = useState<CardSetup | null>(null);
  const [problem, setProblem] = useState<CardUpdateProblem | null>(null);
  const [busy, setBusy] = useState(false);
  /** The setup whose card the provider saved before our server confirmed it. That card must not be saved twice. */
  const saved = useRef<string | null>(null);

  const start = async () => {
    try {
      const opened = await call(startCardUpdate);
      saved.current = null;
      setSetup(opened);
    } catch (error) {
      if (!(error instanceof SignedOutError)) setProblem(explainOpening(error));
    }
  };
  const startNow = useEffectEvent(start);
  useEffect(() => {
    if (!isOpen) return;
    setSetup(null);
    setProblem(null);
    void startNow();
  }, [isOpen]);

  const finish = async (setupId: string, save: SaveCard): Promise<CardUpdateProblem | null> => {
    try {
      const { problem: unsaved, paymentMethodId } = saved.current === setupId ? { problem: null } : await save();
      if (unsaved) return explainUnsaved(unsaved);
      if (!paymentMethodId) saved.current = setupId;
      const after = await call(finishCardUpdate, { body: { setupId, ...(paymentMethodId && { paymentMethodId }) } });
      toast(cardUpdateToast(subscription, after));
      return null;
    } catch (error) {
      return explainFinishing(error);
    }
  };
  return {
    ...{ setup, problem, busy },
    retry: () => {
      setProblem(null);
      void start();
    },
    save: (save: SaveCard) =>
      once(async () => {
        if (!setup) return;
        setBusy(true);
        setProblem(null);
        const found = await finish(setup.setupId, save);
        setProblem(found);
        // After a card was saved and then declined, the next card needs a new form.
        if (found?.isRefused) await start();
        await Promise.all(changed.map((path) => cache.invalidateQueries({ queryKey: [path] })));
        setBusy(false);
        if (!found) onDone();
      }),
  };
}

interface CardUpdateProblem {
  message: string;
  detail?: string;
  /** True if the bank declined the saved card. The next card needs a new form. */
  isRefused?: boolean;
}

/** Explains why the form couldn't be opened. */
export function explainOpening(error: unknown): CardUpdateProblem {
  return { message: "We couldn't open the card form.", detail: messageOf(error, 'Please try again.') };
}

/** Explains why the provider didn't save the card. */
export function explainUnsaved({ code, message }: CardProblem): CardUpdateProblem {
  if (code === 'setup_intent_authentication_failure') {
    const detail = "Your plan hasn't changed. Please try again and confirm at your bank, or use another card.";
    return { message: "Your bank didn't confirm the card, so it wasn't saved.", detail };
  }
  return { message: message || "We couldn't save the card. Please try another one." };
}

/** Explains that the saved card was declined, or that the outcome is unknown. */
export function explainFinishing(error: unknown): CardUpdateProblem {
  if (error instanceof ApiError && error.code === 'authentication_required') {
    const detail = 'Use the link below to pay it and confirm with your bank, or use another card.';
    return { message: 'Your bank asks you to confirm this payment.', detail, isRefused: true };
  }
  if (error instanceof ApiError && error.status === 402) {
    const detail = "Your plan hasn't changed. Please try again, or use another card.";
    return { message: messageOf(error, 'Your card was declined.'), detail, isRefused: true };
  }
  if (error instanceof ApiError && error.status < 500) return { message: messageOf(error, 'Please try again.') };
  const detail = `${messageOf(error, 'Please try again.')} You won't be charged twice.`;
  return { message: "We couldn't confirm that your card was saved.", detail };
}

/** Returns the toast that is shown once the plan has the new card. */
export function cardUpdateToast(before: Pick<Subscription, 'pastDueSince'>, after: Subscription): ToastMessage {
  const title = 'Card Updated';
  if (after.pastDueSince !== null) return { title, description: 'The amount due will be charged to it.' };
  if (before.pastDueSince === null) return { title, description: "We'll charge your plan to this card from now on." };
  if (after.status === 'paused') return { title, description: 'Your payment went through. Your plan is still paused.' };
  return { title, description: 'Your payment went through, and your plan continues.' };
}
