import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as z from 'zod/mini';
import { changeMyPhone } from '../../../contract/accounts/contact.ts';
import type { User } from '../../../contract/accounts.ts';
import { getMessagePreferences } from '../../../contract/messages/preferences.ts';
import { Phone } from '../../../contract/values/account-fields.ts';
import { call } from '../../api/call.ts';
import { toast } from '../../ui/toast/toast.ts';
import { PhoneField } from '../phone-field.tsx';
import { EntryForm, SubmitButton, useFailure } from '../sign-in/entry-form.tsx';
import { rememberUser } from './remember-user.ts';

/** A dispatcher's phone number, for texts. Customers change theirs with their address. */
export function StaffPhoneForm({ me }: { me: User }) {
  const cache = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const failure = useFailure();
  const phone = typed ?? me.phone ?? '';
  const save = useMutation({
    mutationFn: () => call(changeMyPhone, { body: { phone } }),
    onSuccess: async (user) => {
      await rememberUser(cache, user);
      setTyped(undefined);
      void cache.invalidateQueries({ queryKey: [getMessagePreferences.path] });
      toast({ title: 'Phone Updated', description: `Texts can go to ${user.phone}.` });
    },
    onError: (cause) => failure.show(cause, "We couldn't save your phone number. Please try again.", 'Update Failed'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const refused = z.safeParse(Phone, phone).error?.issues[0]?.message;
    setError(refused);
    if (refused === undefined) save.mutate();
  };
  return (
    <EntryForm failure={failure} onSubmit={submit} className="space-y-3 pt-1 text-base text-ink">
      <PhoneField
        label="Phone"
        name="phone"
        value={phone}
        error={error}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(undefined);
        }}
      />
      <SubmitButton busy={save.isPending} busyLabel="Saving..." variant="outline" className="w-full sm:w-auto">
        Save Phone
      </SubmitButton>
    </EntryForm>
  );
}
