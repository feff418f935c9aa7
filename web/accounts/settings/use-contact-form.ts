import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { type Contact, changeContact, getContact } from '../../../contract/accounts/contact.ts';
import type { User } from '../../../contract/accounts.ts';
import { getMessagePreferences } from '../../../contract/messages/preferences.ts';
import { listPickups } from '../../../contract/pickups/lists.ts';
import { getSubscription } from '../../../contract/subscriptions.ts';
import { Phone } from '../../../contract/values/account-fields.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { toast, toastNothingToSave } from '../../ui/toast/toast.ts';
import { useFailure } from '../sign-in/entry-form.tsx';
import { contactChanges, contactSavedText, type TypedContact } from './contact-words.ts';
import { rememberUser } from './remember-user.ts';

/** The IDs of the pickups that move, and of those that could move but stay. */
export interface Choice {
  pickupIds: string[];
  stayIds: string[];
}

/** Loads the contact details. Until they arrive, returns the session user's values, so that the page doesn't jump. */
export function useContact({ phone, address }: Pick<User, 'phone' | 'address'>) {
  return useQuery({
    ...read(getContact),
    refetchOnMount: 'always',
    placeholderData: { phone, serviceAddress: address, hasPlan: false, pickups: [] },
  });
}

/**
 * The state of the phone and address form. Only typed fields are stored, as in the profile form. A new address is saved
 * only after the customer has seen the open pickups and chosen which ones move. Without open pickups it is saved right
 * away.
 */
export function useContactForm(saved: Contact, refresh: () => Promise<{ data: Contact | undefined; error: unknown }>) {
  const save = useSaveContact();
  const [typed, setTyped] = useState<Partial<TypedContact>>({});
  const [errors, setErrors] = useState<Partial<TypedContact>>({});
  const failure = useFailure();
  const [isAsking, setIsAsking] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const phoneInput = useRef<HTMLInputElement>(null);
  const addressInput = useRef<HTMLInputElement>(null);
  const values: TypedContact = { phone: saved.phone ?? '', address: saved.serviceAddress ?? '', ...typed };

  const refuse = (found: Partial<TypedContact>) => {
    setErrors(found);
    if (found.phone) phoneInput.current?.focus();
    else if (found.address) addressInput.current?.focus();
  };
  /** Saves the changes. Rejects with the server's refusal. */
  const send = async (choice?: Choice) => {
    const { moved } = await save.mutateAsync({ ...contactChanges(values, saved), ...choice });
    setTyped({});
    setIsAsking(false);
    toast({ title: 'Contact Details Updated', description: contactSavedText(moved) });
  };
  const readPickups = async () => {
    setIsReading(true);
    const { data, error } = await refresh();
    setIsReading(false);
    if (!data || error) throw error;
    return data.pickups;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || isReading) return;
    failure.clear();
    const changes = contactChanges(values, saved);
    if (changes.phone === undefined && changes.address === undefined) {
      return toastNothingToSave();
    }
    const invalid =
      changes.phone === undefined ? undefined : z.safeParse(Phone, changes.phone).error?.issues[0]?.message;
    if (invalid) return refuse({ phone: invalid });
    try {
      if (changes.address !== undefined && (await readPickups()).length > 0) setIsAsking(true);
      else await send();
    } catch (error) {
      failure.show(error, "We couldn't save your changes. Please try again.", 'Update Failed');
      if (error instanceof ApiError) refuse(error.errors);
    }
  };
  return {
    ...{ values, errors, failure, phoneInput, addressInput },
    change(changes: Partial<TypedContact>) {
      setTyped((now) => ({ ...now, ...changes }));
      setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in changes))));
    },
    ...{ submit, send, isAsking, setIsAsking, isSaving: save.isPending, isReading },
  };
}

function useSaveContact() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { phone?: string; address?: string } & Partial<Choice>) => call(changeContact, { body }),
    onSuccess: async ({ user, contact }) => {
      await cache.cancelQueries({ queryKey: read(getContact).queryKey });
      cache.setQueryData(read(getContact).queryKey, contact);
      await rememberUser(cache, user);
      for (const path of [listPickups.path, getSubscription.path, getMessagePreferences.path]) {
        void cache.invalidateQueries({ queryKey: [path] });
      }
    },
  });
}
