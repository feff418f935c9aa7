import { AddressElement, Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe } from '@stripe/stripe-js';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { useIsDark } from '../../../ui/hooks/use-is-dark.ts';
import type { BillingAddress } from '../split-address.ts';
import type { StripeForm } from './stripe-card.ts';

export interface StripeElementsProps {
  stripe: Stripe;
  clientSecret: string;
  /** If set, the form also asks for name and billing address, prefilled with these values. */
  billing?: BillingAddress | undefined;
  /** True if our form already asks for the email, so that Stripe's form doesn't. */
  hasEmail: boolean;
  /** Contains the form while it is mounted. */
  formRef: RefObject<StripeForm | null>;
  /** Called when the card fields accept input. */
  onReady: () => void;
  onError: () => void;
  onChange: () => void;
}

/** Stripe's fields in Stripe's iframes, so that card data never reaches our page. */
export default function StripeElements({ stripe, clientSecret, ...fields }: StripeElementsProps) {
  const isDark = useIsDark();
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance: stripeAppearance(isDark), loader: 'auto' }}>
      <Fields {...fields} />
    </Elements>
  );
}

type FieldsProps = Omit<StripeElementsProps, 'stripe' | 'clientSecret'>;

function Fields({ billing, hasEmail, formRef, onReady, onError, onChange }: FieldsProps): ReactNode {
  const stripe = useStripe();
  const elements = useElements();
  useEffect(() => {
    if (!stripe || !elements) return;
    formRef.current = { stripe, elements };
    return () => {
      formRef.current = null;
    };
  }, [stripe, elements, formRef]);
  return (
    <div className="space-y-4">
      {billing && (
        <AddressElement
          options={{
            mode: 'billing',
            allowedCountries: ['US'],
            fields: { phone: 'never' },
            // The fields are prefilled. Autocomplete is off, because it would need another third-party host.
            autocomplete: { mode: 'disabled' },
            defaultValues: billing,
          }}
          onLoadError={onError}
          onChange={onChange}
        />
      )}
      <PaymentElement
        options={{
          layout: { type: 'tabs' },
          // Only cards (PAY-25). Link would ask for a phone number, which we never collect.
          wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
          ...(hasEmail && { fields: { billingDetails: { email: 'never' } } }),
        }}
        onReady={onReady}
        onLoadError={onError}
        onChange={onChange}
      />
    </div>
  );
}

/** Returns our colors, corners and field heights for Stripe's iframes, which our stylesheets can't reach. */
function stripeAppearance(isDark: boolean): Appearance {
  const tokens = getComputedStyle(document.documentElement);
  const color = (name: string) => tokens.getPropertyValue(`--color-${name}`).trim();
  return {
    theme: isDark ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      colorPrimary: color('azure'),
      colorBackground: color('paper'),
      colorText: color('ink'),
      colorTextSecondary: color('soft'),
      colorTextPlaceholder: color('soft'),
      colorDanger: color('brick'),
      fontFamily: '"Atkinson Hyperlegible Next", Arial, system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '8px',
      gridRowSpacing: '16px',
    },
    rules: {
      '.Label': { fontSize: '16px', fontWeight: '600', marginBottom: '6px', color: color('ink') },
      '.Input': { padding: '11px 14px', border: `1px solid ${color('control')}`, boxShadow: 'none' },
      '.Input:focus': { borderColor: color('azure'), boxShadow: `0 0 0 2px ${color('azure')}` },
      '.Input--invalid': { border: `2px solid ${color('brick')}`, boxShadow: 'none' },
      '.Error': { fontSize: '15px', color: color('brick') },
    },
  };
}
