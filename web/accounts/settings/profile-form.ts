import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { UpdateMeBody } from '../../../contract/accounts/forms.ts';
import { getMe, type User, updateMe } from '../../../contract/accounts.ts';
import { Email, Username } from '../../../contract/values/account-fields.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { toast, toastNothingToSave } from '../../ui/toast/toast.ts';
import { useFailure } from '../sign-in/entry-form.tsx';
import { rememberUser } from './remember-user.ts';

const fields = ['username', 'email', 'currentPassword'] as const;
type Field = (typeof fields)[number];
type Values = Record<Field, string>;
type Messages = Partial<Record<Field, string>>;

/**
 * The state of the profile form. Only typed fields are stored, so a field shows the server's value (from a poll,
 * another device) until the user types into it. After that only saving replaces the text. The current password is asked
 * for only when the email changes.
 */
export function useProfileForm(saved: Profile) {
  const save = useSaveProfile();
  const failure = useFailure();
  const [typed, setTyped] = useState<Partial<Values>>({});
  const [refused, setRefused] = useState<Messages>({});
  const [isChecked, setIsChecked] = useState(false);
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});

  const values: Values = { ...saved, currentPassword: '', ...typed };
  const asksPassword = changesEmail(values, saved);
  const invalid = profileErrors(values, saved);
  const errors = { ...(isChecked && invalid), ...refused };

  const focusFirst = (messages: Messages) => {
    const first = fields.find((field) => messages[field]);
    if (first) inputs.current[first]?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    failure.clear();
    setIsChecked(true);
    if (fields.some((field) => invalid[field])) return focusFirst(invalid);
    if (!changesProfile(values, saved)) {
      setTyped({});
      setRefused({});
      setIsChecked(false);
      return toastNothingToSave();
    }
    try {
      const { currentPassword, ...profile } = values;
      await save.mutateAsync({ ...profile, ...(asksPassword && { currentPassword }) });
      // Text typed while the request was in flight stays.
      setTyped((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, text]) => text !== values[name as Field])),
      );
      setRefused({});
      setIsChecked(false);
      toast({ title: 'Profile Updated', description: 'Your changes are saved.' });
    } catch (error) {
      failure.show(error, "We couldn't save your changes. Please try again.", 'Update Failed');
      const messages: Messages = error instanceof ApiError ? error.errors : {};
      setRefused(messages);
      focusFirst(messages);
    }
  };

  /** Returns the props of one input. */
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

  return { field, asksPassword, submit, isSaving: save.isPending, failure };
}

/** How often the user is refetched (TIME-6). */
const meMs = 30_000;

/** Returns the signed-in user, refetched every 30 s; until the first response, the session's user. */
export function useMe(signedIn: User): User {
  const { data } = useQuery({ ...read(getMe), refetchOnMount: 'always', refetchInterval: meMs });
  return data ?? signedIn;
}

/** Saves the profile and updates the cached user everywhere. */
function useSaveProfile() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof UpdateMeBody>) => call(updateMe, { body }),
    onSuccess: (user) => rememberUser(cache, user),
  });
}

type Profile = Pick<User, 'username' | 'email'>;

/**
 * Returns one message per invalid field. An unchanged value is always valid, even if it breaks a newer rule. The
 * current password is required when the email changes.
 */
export function profileErrors(typed: Values, saved: Profile): Messages {
  const username = changeError(Username, typed.username, saved.username);
  const email = changeError(Email, typed.email, saved.email);
  const currentPassword = changesEmail(typed, saved)
    ? z.safeParse(UpdateMeBody.shape.currentPassword, typed.currentPassword).error?.issues[0]?.message
    : undefined;
  return { ...(username && { username }), ...(email && { email }), ...(currentPassword && { currentPassword }) };
}

/** Returns true if saving would change anything (SHELL-22). */
export function changesProfile(typed: Profile, saved: Profile): boolean {
  return typed.username.trim() !== saved.username || changesEmail(typed, saved);
}

/** Compares emails as the server does: ignoring case and surrounding spaces. */
function changesEmail(typed: { email: string }, saved: Profile): boolean {
  return typed.email.trim().toLowerCase() !== saved.email.toLowerCase();
}

function changeError(schema: typeof Username | typeof Email, typed: string, saved: string): string | undefined {
  if (typed.trim() === saved) return undefined;
  return z.safeParse(schema, typed).error?.issues[0]?.message;
}
