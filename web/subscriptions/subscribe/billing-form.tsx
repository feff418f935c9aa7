import { zodResolver } from '@hookform/resolvers/zod';
import { type ComponentProps, useRef, useState } from 'react';
import { type FieldErrors, FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { User } from '../../../contract/accounts.ts';
import { paymentMethodOfTestCard } from '../../../contract/payments.ts';
import { requiredText } from '../../../contract/values/shapes.ts';
import type { CardEntry } from '../../payments/card/card-entry.ts';
import { splitAddress } from '../../payments/card/split-address.ts';
import { StripeFields } from '../../payments/card/stripe/fields.tsx';
import { type StripeForm, stripeCardEntry } from '../../payments/card/stripe/stripe-card.ts';
import { filledWith, TestCardFields } from '../../payments/card/test-card/form-schema.ts';
import { TestCardChoices, TestCardInputs } from '../../payments/card/test-card/test-card-form.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';

/** The payer and the card. All fields are required, and there is no phone number (PLAN-3). */
const BillingFields = z.extend(TestCardFields, {
  name: requiredText('Please enter the name on the card', 255, 'Please enter a shorter name'),
  email: z
    .string()
    .check(
      z.trim(),
      z.maxLength(255, 'Please enter a shorter email address'),
      z.email('Please enter a valid email address'),
    ),
  address: requiredText('Please enter the billing address', 255, 'Please enter a shorter address'),
});
type BillingFields = z.output<typeof BillingFields>;

const Email = z.pick(BillingFields, { email: true });
type Email = z.output<typeof Email>;

interface FormProps {
  /** The pay button is outside the form: `<Button type="submit" form={id}>`. */
  id: string;
  customer: User;
  /** The pickup address, used as the default billing address. */
  address: string;
  onInvalid: (errors: FieldErrors<BillingFields>) => void;
  onChange: () => void;
}

/** `onPay` is called with the id of a test card. The card number stays in the form. */
type TestFormProps = FormProps & { onPay: (paymentMethodId: string) => void };

const payerOf = ({ firstName, lastName }: User) => [firstName, lastName].filter(Boolean).join(' ');

/** The test-mode form: the payer's name, email and address, prefilled from the account, and the card. */
export function BillingForm({ id, customer, address, onPay, onInvalid, onChange }: TestFormProps) {
  const form = useForm<BillingFields>({
    resolver: zodResolver(BillingFields),
    defaultValues: {
      ...{ number: '', expiry: '', securityCode: '', zip: '' },
      ...{ name: payerOf(customer), email: customer.email, address },
    },
    // Not validated when a field is left, because the message would move the pay button away from the pointer.
    mode: 'onSubmit',
  });
  const { errors } = form.formState;
  const field = (name: keyof BillingFields) => ({ error: errors[name]?.message, ...form.register(name) });
  const pay = form.handleSubmit(({ number }) => {
    const paymentMethodId = paymentMethodOfTestCard(number);
    if (paymentMethodId) onPay(paymentMethodId);
  }, onInvalid);
  const fill = (number: string) => {
    form.reset(filledWith(form.getValues(), number));
    onChange();
  };

  return (
    <FormProvider {...form}>
      <form id={id} noValidate onSubmit={pay} onInput={onChange} className="space-y-8">
        <section aria-labelledby={`${id}-billing`} className="space-y-4">
          <h2 id={`${id}-billing`} className="text-xl">
            Billing
          </h2>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label="Name on card" autoComplete="billing name" {...field('name')} />
            <EmailField {...field('email')} />
          </div>
          <TextField label="Billing address" autoComplete="billing street-address" {...field('address')} />
        </section>
        <section aria-labelledby={`${id}-card`} className="space-y-4">
          <h2 id={`${id}-card`} className="text-xl">
            Card
          </h2>
          <TestCardChoices offered={undefined} onChoose={fill} />
          <TestCardInputs />
        </section>
      </form>
    </FormProvider>
  );
}

function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label="Email"
      type="email"
      autoComplete="billing email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

type StripeFormProps = FormProps & { clientSecret: string; onPay: (card: CardEntry) => void };

/** Live mode: our field for the email, Stripe's fields for name, address and card. */
export function StripeBillingForm(props: StripeFormProps) {
  const { id, customer, address, clientSecret, onPay, onInvalid, onChange } = props;
  const formRef = useRef<StripeForm | null>(null);
  const [billing] = useState(() => ({ name: payerOf(customer), address: splitAddress(address) }));
  const { register, handleSubmit, formState } = useForm<Email>({
    resolver: zodResolver(Email),
    defaultValues: { email: customer.email },
    // Not validated when a field is left, because a message that appears during a press would move the button.
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
        <EmailField error={formState.errors.email?.message} {...register('email')} />
        <StripeFields key={clientSecret} {...{ clientSecret, formRef, billing, onChange }} hasEmail />
      </section>
    </form>
  );
}
