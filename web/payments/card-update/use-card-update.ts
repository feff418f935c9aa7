import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CallResult } from '../../../contract/endpoint.ts';
import { getBillingSummary, listBillingHistory } from '../../../contract/payments.ts';
import { listPickups } from '../../../contract/pickups.ts';
import {
  finishCardUpdate,
  getSubscription,
  type Subscription,
  startCardUpdate,
} from '../../../contract/subscriptions.ts';
import { SignedOutError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { CardProblem } from '../card/card-entry.ts';
import { type CardUpdateProblem, cardUpdateNews, explainFinishing, explainOpening, explainUnsaved } from './words.ts';

export type CardSetup = CallResult<typeof startCardUpdate>;

/** Puts the card into the provider's keeping: what stands in the way, or the listed test card that it is. */
type SaveCard = () => Promise<{ problem: CardProblem | null; paymentMethodId?: string }>;

const changed = [getSubscription.path, listBillingHistory.path, getBillingSummary.path, listPickups.path];

/** Another card for the plan, from the opened form to the card that is charged. */
export function useCardUpdate(subscription: Subscription, isOpen: boolean, onDone: () => void) {
  const cache = useQueryClient();
  const once = useOnce();
  const [setup, setSetup] = useState<CardSetup | null>(null);
  const [trouble, setTrouble] = useState<CardUpdateProblem | null>(null);
  const [busy, setBusy] = useState(false);
  /** A card that the provider has and our server has not heard of: it must not be saved a second time. */
  const saved = useRef<string | null>(null);

  const start = async () => {
    try {
      const opened = await call(startCardUpdate);
      saved.current = null;
      setSetup(opened);
    } catch (error) {
      if (!(error instanceof SignedOutError)) setTrouble(explainOpening(error));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every opening, once.
  useEffect(() => {
    if (!isOpen) return;
    setSetup(null);
    setTrouble(null);
    void start();
  }, [isOpen]);

  const finish = async (setupId: string, save: SaveCard): Promise<CardUpdateProblem | null> => {
    try {
      const { problem, paymentMethodId } = saved.current === setupId ? { problem: null } : await save();
      if (problem) return explainUnsaved(problem);
      if (!paymentMethodId) saved.current = setupId;
      const after = await call(finishCardUpdate, { body: { setupId, ...(paymentMethodId && { paymentMethodId }) } });
      toast(cardUpdateNews(subscription, after));
      return null;
    } catch (error) {
      return explainFinishing(error);
    }
  };
  return {
    ...{ setup, trouble, busy },
    retry: () => {
      setTrouble(null);
      void start();
    },
    save: (save: SaveCard) =>
      once(async () => {
        if (!setup) return;
        setBusy(true);
        setTrouble(null);
        const found = await finish(setup.setupId, save);
        setTrouble(found);
        // What was saved and refused cannot be charged again: another try is another card.
        if (found?.isRefused) await start();
        await Promise.all(changed.map((path) => cache.invalidateQueries({ queryKey: [path] })));
        setBusy(false);
        if (!found) onDone();
      }),
  };
}
