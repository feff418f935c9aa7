import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { AddCustomerBody, addCustomer } from '../../../contract/customers.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../ui/dialog/form-buttons.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { toast, toastFailure } from '../../ui/toast/toast.ts';
import { CustomerLink } from '../customer-link.tsx';
import { PhoneField } from '../phone-field.tsx';
import { emailInput } from '../sign-in/input-props.ts';

type Values = z.input<typeof AddCustomerBody>;
const empty: Values = { firstName: '', lastName: '', email: '', phone: '', address: '' };

interface AddCustomerDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * Adds a customer who is on the phone, then opens their page. If the email is taken, links to the page of the customer
 * who has it.
 */
export function AddCustomerDialog({ open, onOpenChange }: AddCustomerDialogProps) {
  const formId = useId();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [owner, setOwner] = useState<{ id: string; text: string } | null>(null);
  const { register, handleSubmit, setError, formState } = useForm<Values, unknown, z.output<typeof AddCustomerBody>>({
    resolver: zodResolver(AddCustomerBody),
    defaultValues: empty,
    mode: 'onSubmit',
  });
  const field = (name: keyof Values) => ({ error: formState.errors[name]?.message, ...register(name) });

  const refuse = (error: unknown) => {
    const { errors = {}, message = '' } = error instanceof ApiError ? error : {};
    const fields = Object.keys(errors).filter((name) => Object.hasOwn(empty, name)) as FieldPath<Values>[];
    for (const [index, name] of fields.entries()) {
      setError(name, { type: 'server', message: errors[name] ?? '' }, { shouldFocus: index === 0 });
    }
    if (errors.customerId) setOwner({ id: errors.customerId, text: message });
    else if (fields.length === 0) toastFailure(error, "We couldn't add the customer. Please try again.");
  };
  const add = handleSubmit(async (body) => {
    setOwner(null);
    try {
      const customer = await call(addCustomer, { body });
      toast({ title: 'Customer Added', description: `We emailed ${customer.email} a link to set a password.` });
      onOpenChange(false);
      await navigate({ to: '/admin/customers/$id', params: { id: customer.id } });
      void refreshAdmin(cache);
    } catch (error) {
      refuse(error);
    }
  });

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a customer"
      description="We'll email them a link to set a password."
      dismissible={!formState.isSubmitting}
      footer={
        <FormButtons form={formId} onCancel={() => onOpenChange(false)} busy={formState.isSubmitting}>
          Add Customer
        </FormButtons>
      }
    >
      <form id={formId} noValidate onSubmit={add} className="space-y-4">
        {owner && (
          <p role="alert" className="rounded-control bg-maize-wash px-4 py-3 leading-snug">
            <span>{owner.text}</span>{' '}
            <CustomerLink id={owner.id} className="font-semibold text-azure underline">
              Open their page
            </CustomerLink>
          </p>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First name" autoComplete="off" {...field('firstName')} />
          <TextField label="Last name" autoComplete="off" {...field('lastName')} />
        </div>
        <PhoneField label="Phone number" {...field('phone')} autoComplete="off" />
        <TextField label="Email" {...emailInput} {...field('email')} autoComplete="off" />
        <TextField label="Service address" autoComplete="off" hint="Street, city and ZIP code." {...field('address')} />
      </form>
    </Dialog>
  );
}
