import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { paymentMethodOfTestCard } from '../../contract/payments.ts';
import { TextField } from '../ui/text-field.tsx';
import { preloadToaster } from '../ui/toast-region.tsx';
import { TestCardChoices } from './test-card-choices.tsx';
import { TestCardField } from './test-card-field.tsx';
import { TestCardFields } from './test-card-form-schema.ts';
import { formatCardNumber, formatExpiry, formatSecurityCode, formatZip } from './test-card-format.ts';

interface TestCardFormProps {
  /** The button that pays may stand elsewhere: `<Button type="submit" form={id}>`. */
  id: string;
  testCards: Readonly<Record<string, string>> | undefined;
  /** Gets the id of a test card; the number stays here. */
  onPay: (paymentMethodId: string) => void;
}

const empty: TestCardFields = { name: '', number: '', expiry: '', securityCode: '', zip: '' };

/** What a chosen test card comes with, where nothing has been typed yet. */
const filling = { name: 'Test Customer', expiry: '12/34', securityCode: '123', zip: '19147' };

/** The card form of test mode (SPEC section 5): digits stay in the browser, the id of a listed test card leaves it. */
export function TestCardForm({ id, testCards, onPay }: TestCardFormProps) {
  const { register, handleSubmit, reset, getValues, formState } = useForm<TestCardFields>({
    resolver: zodResolver(TestCardFields),
    defaultValues: empty,
    mode: 'onTouched',
  });
  const { errors } = formState;

  const fill = (number: string) => {
    const typed = Object.entries(getValues()).filter(([, value]) => value !== '');
    reset({ ...filling, ...Object.fromEntries(typed), number: formatCardNumber(number) } as TestCardFields);
  };
  const pay = handleSubmit(({ number }) => {
    const paymentMethodId = paymentMethodOfTestCard(number);
    if (paymentMethodId) onPay(paymentMethodId);
  });

  return (
    <form id={id} noValidate onSubmit={pay} onFocus={preloadToaster} className="space-y-4">
      <TestCardChoices offered={testCards} onChoose={fill} />
      <TextField label="Name on card" autoComplete="off" error={errors.name?.message} {...register('name')} />
      <TestCardField
        label="Card number"
        format={formatCardNumber}
        maxLength={19}
        placeholder="1234 1234 1234 1234"
        error={errors.number?.message}
        {...register('number')}
      />
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3">
        <TestCardField
          label="Expiry"
          format={formatExpiry}
          maxLength={5}
          placeholder="MM/YY"
          error={errors.expiry?.message}
          {...register('expiry')}
        />
        <TestCardField
          label="CVC"
          format={formatSecurityCode}
          maxLength={3}
          placeholder="123"
          error={errors.securityCode?.message}
          {...register('securityCode')}
        />
        <TestCardField
          label="ZIP code"
          className="col-span-2 sm:col-span-1"
          format={formatZip}
          maxLength={5}
          placeholder="19147"
          error={errors.zip?.message}
          {...register('zip')}
        />
      </div>
    </form>
  );
}
