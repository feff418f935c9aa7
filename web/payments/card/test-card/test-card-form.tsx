import { zodResolver } from '@hookform/resolvers/zod';
import { FlaskConical } from 'lucide-react';
import type { ComponentProps } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { paymentMethodOfTestCard, type TestCard, testCards } from '../../../../contract/payments.ts';
import { regroup } from '../../../ui/fields/regroup.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import {
  filledWith,
  formatCardNumber,
  formatExpiry,
  formatSecurityCode,
  formatZip,
  TestCardFields,
} from './form-schema.ts';

interface TestCardFormProps {
  /** The form's id. The pay button may be outside the form: `<Button type="submit" form={id}>`. */
  id: string;
  testCards: Readonly<Record<string, string>> | undefined;
  /** Called with the id of a test card. The card number stays in the form. */
  onPay: (paymentMethodId: string) => void;
  /** Called with the message of the first incomplete or wrong field. The field shows the message too. */
  onInvalid?: ((message: string) => void) | undefined;
}

/** The fields in the order of the form. */
const fieldOrder = ['name', 'number', 'expiry', 'securityCode', 'zip'] as const;

const empty: TestCardFields = { name: '', number: '', expiry: '', securityCode: '', zip: '' };

/** The test-mode card form (PAY-22). Only the id of a listed test card leaves the browser. */
export function TestCardForm({ id, testCards, onPay, onInvalid }: TestCardFormProps) {
  const form = useForm<TestCardFields>({
    resolver: zodResolver(TestCardFields),
    defaultValues: empty,
    // Not validated when a field is left, because the message would move the pay button away from the pointer.
    mode: 'onSubmit',
  });
  const { errors } = form.formState;

  const pay = form.handleSubmit(
    ({ number }) => {
      const paymentMethodId = paymentMethodOfTestCard(number);
      if (paymentMethodId) onPay(paymentMethodId);
    },
    (wrong) => onInvalid?.(fieldOrder.map((name) => wrong[name]?.message).find(Boolean) ?? ''),
  );

  return (
    <FormProvider {...form}>
      <form id={id} noValidate onSubmit={pay} className="space-y-4">
        <TestCardChoices offered={testCards} onChoose={(number) => form.reset(filledWith(form.getValues(), number))} />
        <TextField label="Name on card" autoComplete="off" error={errors.name?.message} {...form.register('name')} />
        <TestCardInputs />
      </form>
    </FormProvider>
  );
}

const names: Record<TestCard, string> = {
  successful: 'Successful',
  declined: 'Declined',
  expired: 'Expired',
  insufficientFunds: 'Insufficient funds',
  cvcFailed: 'Wrong CVC',
  processingError: 'Processing error',
  fraudulent: 'Fraudulent',
};

interface TestCardChoicesProps {
  /** The cards that the server offers, by name. Defaults to all listed test cards. */
  offered: Readonly<Record<string, string>> | undefined;
  onChoose: (number: string) => void;
}

/** Says that there is no real charge, and offers the test cards. Choosing one fills in the form. */
export function TestCardChoices({ offered, onChoose }: TestCardChoicesProps) {
  const cards = (Object.keys(names) as TestCard[]).filter((card) => !offered || card in offered);
  return (
    <section
      aria-labelledby="test-cards"
      className="rounded-card bg-maize-wash p-3.5 ring-1 ring-maize-deep/60 ring-inset"
    >
      <h3 id="test-cards" className="flex items-center gap-2 text-lg">
        <FlaskConical className="size-5 shrink-0 text-brick" aria-hidden="true" />
        <span>Test mode</span>
      </h3>
      <p className="mt-1 leading-snug">No real charge occurs. Choose a test card to fill in the form:</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {cards.map((card) => {
          const number = offered?.[card] ?? testCards[card].number;
          return (
            <button
              key={card}
              type="button"
              title={formatCardNumber(number)}
              onClick={() => onChoose(number)}
              className="min-h-11 rounded-full border border-control bg-paper px-3.5 font-semibold text-[0.9375rem] transition-colors hover:bg-step"
            >
              {names[card]}
            </button>
          );
        })}
      </div>
    </section>
  );
}

/** The inputs of a card. They must be inside a form that has at least these fields (`FormProvider`). */
export function TestCardInputs() {
  return (
    <>
      <TestCardField
        name="number"
        label="Card number"
        format={formatCardNumber}
        maxLength={19}
        placeholder="1234 1234 1234 1234"
      />
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3">
        <TestCardField name="expiry" label="Expiry" format={formatExpiry} maxLength={5} placeholder="MM/YY" />
        <TestCardField name="securityCode" label="CVC" format={formatSecurityCode} maxLength={3} placeholder="123" />
        <TestCardField
          name="zip"
          label="ZIP code"
          className="col-span-2 sm:col-span-1"
          format={formatZip}
          maxLength={5}
          placeholder="19147"
        />
      </div>
    </>
  );
}

interface TestCardFieldProps extends Omit<ComponentProps<typeof TextField>, 'type'> {
  name: keyof TestCardFields;
  /** Formats the input while it is typed. */
  format: (text: string) => string;
}

function TestCardField({ name, format, ...field }: TestCardFieldProps) {
  const { register, formState } = useFormContext<TestCardFields>();
  const { onChange, ...input } = register(name);
  return (
    <TextField
      inputMode="numeric"
      // Real cards don't belong here, so the browser must not offer one.
      autoComplete="off"
      {...field}
      {...input}
      error={formState.errors[name]?.message}
      onChange={(event) => {
        regroup(event.target, format);
        void onChange(event);
      }}
    />
  );
}
