import type { Stripe } from '@stripe/stripe-js';
import { type ComponentType, type RefObject, useCallback, useEffect, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { BillingAddress } from '../split-address.ts';
import { StripeBlocked } from './blocked.tsx';
import type { StripeElementsProps } from './elements.tsx';
import { loadStripeJs } from './load-stripe.ts';
import type { StripeForm } from './stripe-card.ts';

interface StripeFieldsProps {
  /** The payment, or the saving of a card, that the fields are for: another one needs other fields (`key`). */
  clientSecret: string;
  /** Holds the provider's form as long as it stands. */
  formRef: RefObject<StripeForm | null>;
  billing?: BillingAddress | undefined;
  hasEmail?: boolean;
  onChange?: () => void;
}

interface Loaded {
  stripe: Stripe;
  StripeElements: ComponentType<StripeElementsProps>;
}

/** The provider's card fields: an outline while they are fetched, a way to try again where they are blocked. */
export function StripeFields({ clientSecret, formRef, billing, hasEmail = false, onChange }: StripeFieldsProps) {
  const { loaded, isBlocked, isReady, ready, block, again, round } = useStripeFiles();
  const onForm = useCallback(
    (form: StripeForm | null) => {
      formRef.current = form;
    },
    [formRef],
  );
  if (isBlocked) return <StripeBlocked onRetry={again} />;
  return (
    <div className="relative" aria-busy={!isReady}>
      {!isReady && (
        <div role="status" className="space-y-4">
          <span className="sr-only">Loading the card form</span>
          {billing && <Skeleton className="h-72" />}
          <Skeleton className="h-20" />
          <div className="grid grid-cols-2 gap-3">
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
          </div>
        </div>
      )}
      {loaded && (
        // Stripe measures its fields while they load: they lie under the outline instead of being absent.
        <div className={classNames(!isReady && 'pointer-events-none absolute inset-x-0 top-0 opacity-0')}>
          <loaded.StripeElements
            key={round}
            stripe={loaded.stripe}
            clientSecret={clientSecret}
            billing={billing}
            hasEmail={hasEmail}
            onForm={onForm}
            onReady={ready}
            onTrouble={block}
            onChange={() => onChange?.()}
          />
        </div>
      )}
    </div>
  );
}

/** Stripe's script and our file around it, fetched together; `again` after either did not come. */
function useStripeFiles() {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'blocked'>('loading');
  const [round, setRound] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every round fetches anew.
  useEffect(() => {
    let isWanted = true;
    Promise.all([loadStripeJs(), import('./elements.tsx')]).then(
      ([stripe, { default: StripeElements }]) => isWanted && setLoaded({ stripe, StripeElements }),
      () => isWanted && setState('blocked'),
    );
    return () => {
      isWanted = false;
    };
  }, [round]);
  return {
    ...{ loaded, round },
    isBlocked: state === 'blocked',
    isReady: state === 'ready',
    ready: () => setState('ready'),
    block: () => setState('blocked'),
    again() {
      setState('loading');
      setRound(round + 1);
    },
  };
}
