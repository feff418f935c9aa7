import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { paymentMethodOfTestCard } from '../../../../contract/payments.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { preloadToaster } from '../../../ui/toast/toast-region.tsx';
import { TestCardChoices } from './choices.tsx';
import { filledWith, TestCardFields } from './form-schema.ts';
import { TestCardInputs } from './inputs.tsx';

interface TestCardFormProps {
  /** The pay button may be outside the form: `<Button type="submit" form={id}>`. */
  id: string;
  testCards: Readonly<Record<string, string>> | undefined;
  /** Called with the id of a test card; the number stays in the form. */
  onPay: (paymentMethodId: string) => void;
}

const empty: TestCardFields = { name: '', number: '', expiry: '', securityCode: '', zip: '' };

/** The test-mode card form (PAY-22). Only the id of a listed test card leaves the browser. */
export function TestCardForm({ id, testCards, onPay }: TestCardFormProps) {
  const form = useForm<TestCardFields>({
    resolver: zodResolver(TestCardFields),
    defaultValues: empty,
    mode: 'onTouched',
  });
  const { errors } = form.formState;

  const pay = form.handleSubmit(({ number }) => {
    const paymentMethodId = paymentMethodOfTestCard(number);
    if (paymentMethodId) onPay(paymentMethodId);
  });

  return (
    <FormProvider {...form}>
      <form id={id} noValidate onSubmit={pay} onFocus={preloadToaster} className="space-y-4">
        <TestCardChoices offered={testCards} onChoose={(number) => form.reset(filledWith(form.getValues(), number))} />
        <TextField label="Name on card" autoComplete="off" error={errors.name?.message} {...form.register('name')} />
        <TestCardInputs />
      </form>
    </FormProvider>
  );
}
