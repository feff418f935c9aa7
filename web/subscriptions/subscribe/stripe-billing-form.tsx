import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { User } from '../../../contract/accounts.ts';
import type { CardEntry } from '../../payments/card/card-entry.ts';
import { splitAddress } from '../../payments/card/split-address.ts';
import { StripeFields } from '../../payments/card/stripe/fields.tsx';
import { type StripeForm, stripeCardEntry } from '../../payments/card/stripe/stripe-card.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { BillingFields } from './billing-form-schema.ts';

const Email = z.pick(BillingFields, { email: true });
type Email = z.output<typeof Email>;

interface StripeBillingFormProps {
  /** The pay button is outside the form: `<Button type="submit" form={id}>`. */
  id: string;
  customer: User;
  /** The pickup address, used as the default billing address. */
  address: string;
  clientSecret: string;
  onPay: (card: CardEntry) => void;
  onInvalid: (errors: FieldErrors<Email>) => void;
  onChange: () => void;
}

/** Live mode: our field for the email, Stripe's fields for name, address and card. */
export function StripeBillingForm(props: StripeBillingFormProps) {
  const { id, customer, address, clientSecret, onPay, onInvalid, onChange } = props;
  const formRef = useRef<StripeForm | null>(null);
  const [billing] = useState(() => ({
    name: [customer.firstName, customer.lastName].filter(Boolean).join(' '),
    address: splitAddress(address),
  }));
  const { register, handleSubmit, formState } = useForm<Email>({
    resolver: zodResolver(Email),
    defaultValues: { email: customer.email },
    // Not on blur: a message that appears while the button is pressed would move the button.
    mode: 'onSubmit',
  });
  const pay = handleSubmit(
    ({ email }) => onPay(stripeCardEntry(formRef.current, { clientSecret, email, returnPath: '/subscribe/success' })),
    onInvalid,
  );
  return (
    <form id={id} noValidate onSubmit={pay} onInput={onChange}>
      <section aria-labelledby={`${id}-billing`} className="space-y-4">
        <h2 id={`${id}-billing`} className="text-xl">
          Billing and card
        </h2>
        <TextField
          label="Email"
          type="email"
          autoComplete="billing email"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <StripeFields key={clientSecret} {...{ clientSecret, formRef, billing, onChange }} hasEmail />
      </section>
    </form>
  );
}
