import type { Stripe } from '@stripe/stripe-js';
import { type ComponentType, type RefObject, useEffect, useState } from 'react';
import { clientSettings } from '../../../api/client-settings.ts';
import { Button } from '../../../ui/button/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { NotReady } from '../outcome.tsx';
import type { BillingAddress } from '../split-address.ts';
import type { StripeElementsProps } from './elements.tsx';
import type { StripeForm } from './stripe-card.ts';

interface StripeFieldsProps {
  /** The client secret of the payment or card setup. Another one needs new fields (use it as the `key`). */
  clientSecret: string;
  /** Contains the provider's form while it is mounted. */
  formRef: RefObject<StripeForm | null>;
  billing?: BillingAddress | undefined;
  hasEmail?: boolean;
  onChange?: () => void;
}

interface Loaded {
  stripe: Stripe;
  StripeElements: ComponentType<StripeElementsProps>;
}

/** The provider's card fields, with a skeleton while they load and a retry button if they are blocked. */
export function StripeFields({ clientSecret, formRef, billing, hasEmail = false, onChange }: StripeFieldsProps) {
  const { loaded, isBlocked, isReady, ready, block, retry, attempt } = useStripeFiles();
  if (isBlocked) return <StripeBlocked onRetry={retry} />;
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
        // Stripe measures its fields while they load, so they are rendered under the skeleton instead of being absent.
        <div className={classNames(!isReady && 'pointer-events-none absolute inset-x-0 top-0 opacity-0')}>
          <loaded.StripeElements
            key={attempt}
            stripe={loaded.stripe}
            clientSecret={clientSecret}
            billing={billing}
            hasEmail={hasEmail}
            formRef={formRef}
            onReady={ready}
            onError={block}
            onChange={() => onChange?.()}
          />
        </div>
      )}
    </div>
  );
}

/** Loads Stripe's script and our component for it in parallel. `retry` tries again after a failure. */
function useStripeFiles() {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'blocked'>('loading');
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt loads again.
  useEffect(() => {
    let isCurrent = true;
    Promise.all([loadStripeJs(), import('./elements.tsx')]).then(
      ([stripe, { default: StripeElements }]) => isCurrent && setLoaded({ stripe, StripeElements }),
      () => isCurrent && setState('blocked'),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);
  return {
    ...{ loaded, attempt },
    isBlocked: state === 'blocked',
    isReady: state === 'ready',
    ready: () => setState('ready'),
    block: () => setState('blocked'),
    retry() {
      setState('loading');
      setAttempt(attempt + 1);
    },
  };
}

/** Says that the provider's card form failed to load, with likely causes and a retry button. */
function StripeBlocked({ onRetry }: { onRetry: () => void }) {
  return (
    <div>
      <NotReady detail="We couldn't load the secure card form. Check your connection, turn off any ad blocker for this page, and try again. If that doesn't help, reload the page. Nothing was charged." />
      <Button variant="outline" className="w-full" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** A blocker may drop the script without an error, so loading has a time limit. */
const timeoutMs = 20_000;

/** One object per page load, as Stripe requires. A failed attempt is cleared, so that it can be retried. */
let loading: Promise<Stripe> | null = null;

/** Loads Stripe.js from Stripe. Throws if there is no key, or if the script is blocked or unreachable. */
function loadStripeJs(): Promise<Stripe> {
  loading ??= Promise.race([load(), timeLimit()]).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<Stripe> {
  const { stripePublishableKey } = clientSettings;
  if (!stripePublishableKey) throw new Error('no publishable key');
  // Imported here so that customers who don't pay never load Stripe.
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(stripePublishableKey, { locale: 'en' });
  if (!stripe) throw new Error('Stripe.js is not available');
  return stripe;
}

function timeLimit(): Promise<never> {
  const error = new Error('Stripe.js did not load in time');
  return new Promise((_, reject) => setTimeout(() => reject(error), timeoutMs));
}
