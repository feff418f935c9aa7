import { type FormEvent, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useSaveProfile } from './data.ts';
import { type Profile, profileErrors } from './profile-rules.ts';

const fields = ['username', 'email'] as const;
type Field = (typeof fields)[number];

/**
 * The state of the profile form. Only what was typed is kept, so a field follows the server (a poll, another device) until
 * somebody types into it, and from then on nothing but saving takes the text away.
 */
export function useProfileForm(saved: Profile) {
  const save = useSaveProfile();
  const [typed, setTyped] = useState<Partial<Profile>>({});
  const [refused, setRefused] = useState<Partial<Profile>>({});
  const [isChecked, setIsChecked] = useState(false);
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});

  const values: Profile = { ...saved, ...typed };
  const wrong = profileErrors(values, saved);
  const errors = { ...(isChecked && wrong), ...refused };

  const focusFirst = (messages: Partial<Profile>) => {
    const first = fields.find((field) => messages[field]);
    if (first) inputs.current[first]?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    setIsChecked(true);
    if (fields.some((field) => wrong[field])) return focusFirst(wrong);
    try {
      await save.mutateAsync(values);
      // What was typed on while the answer was on its way stays.
      setTyped((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, text]) => text !== values[name as Field])),
      );
      setRefused({});
      setIsChecked(false);
      toast({ title: 'Profile Updated', description: 'Your changes are saved.' });
    } catch (error) {
      toast({
        title: 'Update Failed',
        description: messageOf(error, 'Your changes could not be saved. Please try again.'),
        variant: 'destructive',
      });
      const messages: Partial<Profile> = error instanceof ApiError ? error.errors : {};
      setRefused(messages);
      focusFirst(messages);
    }
  };

  /** What an input of the form takes. */
  const field = (name: Field) => ({
    name,
    value: values[name],
    error: errors[name],
    ref: (input: HTMLInputElement | null) => {
      inputs.current[name] = input;
    },
    onChange: ({ target }: { target: HTMLInputElement }) => {
      setTyped((now) => ({ ...now, [name]: target.value }));
      setRefused(({ [name]: _, ...others }) => others);
    },
  });

  return { field, submit, isSaving: save.isPending };
}
