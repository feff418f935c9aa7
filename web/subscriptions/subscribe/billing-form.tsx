import { zodResolver } from '@hookform/resolvers/zod';
import { type FieldErrors, FormProvider, useForm } from 'react-hook-form';
import type { User } from '../../../contract/accounts.ts';
import { paymentMethodOfTestCard } from '../../../contract/payments.ts';
import { TestCardChoices } from '../../payments/card/test-card/choices.tsx';
import { filledWith } from '../../payments/card/test-card/form-schema.ts';
import { TestCardInputs } from '../../payments/card/test-card/inputs.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { BillingFields } from './billing-form-schema.ts';

interface BillingFormProps {
  /** The pay button is outside the form: `<Button type="submit" form={id}>`. */
  id: string;
  customer: User;
  /** The pickup address, used as the default billing address. */
  address: string;
  /** Called with the id of a test card; the number stays in the form. */
  onPay: (paymentMethodId: string) => void;
  onInvalid: (errors: FieldErrors<BillingFields>) => void;
  onChange: () => void;
}

const emptyCard = { number: '', expiry: '', securityCode: '', zip: '' };

/** The payer's name, email and address, prefilled from the account, and the card. */
export function BillingForm({ id, customer, address, onPay, onInvalid, onChange }: BillingFormProps) {
  const form = useForm<BillingFields>({
    resolver: zodResolver(BillingFields),
    defaultValues: {
      ...emptyCard,
      name: [customer.firstName, customer.lastName].filter(Boolean).join(' '),
      email: customer.email,
      address,
    },
    mode: 'onTouched',
  });
  const { register } = form;
  const { errors } = form.formState;

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
            <TextField
              label="Name on card"
              autoComplete="billing name"
              error={errors.name?.message}
              {...register('name')}
            />
            <TextField
              label="Email"
              type="email"
              autoComplete="billing email"
              autoCapitalize="none"
              spellCheck={false}
              error={errors.email?.message}
              {...register('email')}
            />
          </div>
          <TextField
            label="Billing address"
            autoComplete="billing street-address"
            error={errors.address?.message}
            {...register('address')}
          />
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
