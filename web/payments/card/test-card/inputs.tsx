import type { ChangeEvent, ComponentProps } from 'react';
import { useFormContext } from 'react-hook-form';
import { regroup } from '../../../ui/fields/regroup.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { formatCardNumber, formatExpiry, formatSecurityCode, formatZip, type TestCardFields } from './form-schema.ts';

/** The inputs of a card, inside a form that has at least these fields (`FormProvider`). */
export function TestCardInputs() {
  const { register, formState } = useFormContext<TestCardFields>();
  const { errors } = formState;
  return (
    <>
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
    </>
  );
}

interface TestCardFieldProps extends Omit<ComponentProps<typeof TextField>, 'type'> {
  /** Formats the input as it is typed. */
  format: (text: string) => string;
}

/** A numeric field that formats its input as it is typed. */
function TestCardField({ format, onChange, ...field }: TestCardFieldProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    regroup(event.target, format);
    onChange?.(event);
  };
  return (
    <TextField
      inputMode="numeric"
      // Real cards do not belong here, so the browser must not offer one.
      autoComplete="off"
      {...field}
      inputClassName="tabular-nums"
      onChange={change}
    />
  );
}
