import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  changeOwnerSettings,
  getOwnerSettings,
  type OwnerSettings,
  type OwnerValues,
} from '../../../contract/owner-settings.ts';
import { useFailure } from '../../accounts/sign-in/entry-form.tsx';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { toast, toastNothingToSave } from '../../ui/toast/toast.ts';
import { changesOf, type Field, fieldErrors, type Texts, textsOf } from './form-rules.ts';

/**
 * The state of the settings form. Only typed fields are stored, so the others show the saved values, even after
 * somebody else's change.
 */
export function useOwnerForm(saved: OwnerSettings) {
  const cache = useQueryClient();
  const failure = useFailure();
  const [typed, setTyped] = useState<Partial<Texts>>({});
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const texts: Texts = { ...textsOf(saved.values), ...typed };
  const save = useMutation({
    mutationFn: (values: Partial<OwnerValues>) =>
      call(changeOwnerSettings, { body: { version: saved.version, values } }),
    onSuccess: (now) => {
      cache.setQueryData(read(getOwnerSettings).queryKey, now);
      setTyped({});
      toast({ title: 'Settings Saved', description: 'They apply within seconds.' });
    },
    onError: (error) => {
      setErrors(error instanceof ApiError ? fieldErrors(error.errors) : {});
      failure.show(error, "We couldn't save the settings. Please try again.", 'Not Saved');
    },
    onSettled: () => refreshAdmin(cache),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    failure.clear();
    const read = changesOf(texts, saved.values);
    setErrors(read.errors ?? {});
    if (read.errors) return focusFirst(event.currentTarget as HTMLFormElement, read.errors);
    if (Object.keys(read.changes).length === 0) {
      setTyped({});
      return toastNothingToSave();
    }
    save.mutate(read.changes);
  };
  return {
    ...{ texts, errors, failure, submit },
    isSaving: save.isPending,
    type: (name: Field, text: string) => setTyped((now) => ({ ...now, [name]: text })),
  };
}

function focusFirst(form: HTMLFormElement, errors: Partial<Record<Field, string>>): void {
  const fields = [...form.elements].filter((element) => 'name' in element) as HTMLInputElement[];
  fields.find(({ name }) => errors[name as Field])?.focus();
}
