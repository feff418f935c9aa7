import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { paymentMethodOfTestCard } from '../../../../contract/payments.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { preloadToaster } from '../../../ui/toast/toast-region.tsx';
import { TestCardChoices } from './choices.tsx';
import { filledWith } from './filling.ts';
import { TestCardFields } from './form-schema.ts';
import { TestCardInputs } from './inputs.tsx';

interface TestCardFormProps {
  /** The button that pays may stand elsewhere: `<Button type="submit" form={id}>`. */
  id: string;
  testCards: Readonly<Record<string, string>> | undefined;
  /** Gets the id of a test card; the number stays here. */
  onPay: (paymentMethodId: string) => void;
}

const empty: TestCardFields = { name: '', number: '', expiry: '', securityCode: '', zip: '' };

/** The card form of test mode (PAY-22): digits stay in the browser, the id of a listed test card leaves it. */
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
