import { AddressElement, Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { type ReactNode, useEffect } from 'react';
import type { BillingAddress } from '../split-address.ts';
import { stripeAppearance } from './appearance.ts';
import type { StripeForm } from './stripe-card.ts';

export interface StripeElementsProps {
  stripe: Stripe;
  clientSecret: string;
  /** Asks for name and billing address too, filled in with these. */
  billing?: BillingAddress | undefined;
  /** Our own email field says it: Stripe's form need not ask. */
  hasEmail: boolean;
  /** Null: the form is gone. */
  onForm: (form: StripeForm | null) => void;
  /** The card fields can be typed into. */
  onReady: () => void;
  onTrouble: () => void;
  onChange: () => void;
}

/** Stripe's own fields, in frames of Stripe's: no digit of a card is ever in our page. */
export default function StripeElements({ stripe, clientSecret, ...fields }: StripeElementsProps) {
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance: stripeAppearance(), loader: 'auto' }}>
      <Fields {...fields} />
    </Elements>
  );
}

type FieldsProps = Omit<StripeElementsProps, 'stripe' | 'clientSecret'>;

function Fields({ billing, hasEmail, onForm, onReady, onTrouble, onChange }: FieldsProps): ReactNode {
  const stripe = useStripe();
  const elements = useElements();
  useEffect(() => {
    if (!stripe || !elements) return;
    onForm({ stripe, elements });
    return () => onForm(null);
  }, [stripe, elements, onForm]);
  return (
    <div className="space-y-4">
      {billing && (
        <AddressElement
          options={{
            mode: 'billing',
            allowedCountries: ['US'],
            fields: { phone: 'never' },
            // What the account says stands there already; looking addresses up would need another foreign host.
            autocomplete: { mode: 'disabled' },
            defaultValues: billing,
          }}
          onLoadError={onTrouble}
          onChange={onChange}
        />
      )}
      <PaymentElement
        options={{
          layout: { type: 'tabs' },
          // Cards alone (PAY-25). Link would ask for a phone number, which is never collected.
          wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
          ...(hasEmail && { fields: { billingDetails: { email: 'never' } } }),
        }}
        onReady={onReady}
        onLoadError={onTrouble}
        onChange={onChange}
      />
    </div>
  );
}
