import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { removeFromWaitingList, type WaitingZip } from '../../../contract/service-areas.ts';
import { emailInput } from '../../accounts/sign-in/input-props.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FirstItems } from '../../ui/list/first-items.tsx';
import { toast, toastFailure } from '../../ui/toast/toast.ts';
import { waitingText } from './words.ts';

/** The number of people who wait for each ZIP code, and a form that removes an email address. */
export function WaitingList({ waiting }: { waiting: readonly WaitingZip[] }) {
  return (
    <section aria-labelledby="waiting" className="mt-6">
      <h3 id="waiting" className="text-base">
        Waiting list
      </h3>
      <p className="text-soft">
        People whose ZIP code you don't serve can leave an email address. Each gets one email when you open their area.
      </p>
      <FirstItems items={waiting} label="Waiting list" empty="Nobody is waiting.">
        {({ zip, count }) => (
          <li key={zip} className="flex justify-between gap-4 py-2.5">
            <span className="font-semibold">{zip}</span>
            <span>{waitingText(count)}</span>
          </li>
        )}
      </FirstItems>
      {waiting.length > 0 && <RemoveForm />}
    </section>
  );
}

function RemoveForm() {
  const cache = useQueryClient();
  const [email, setEmail] = useState('');
  const remove = useMutation({
    mutationFn: () => call(removeFromWaitingList, { body: { email } }),
    onSuccess: ({ removed }) => {
      toast({
        title: removed === 0 ? 'Not on the List' : 'Removed',
        description:
          removed === 0 ? `${email} isn't on the waiting list.` : `${email} was removed from the waiting list.`,
      });
      setEmail('');
    },
    onError: (error) => toastFailure(error, "We couldn't remove the address. Please try again."),
    onSettled: () => refreshAdmin(cache),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!remove.isPending) remove.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="mt-3 flex flex-wrap items-start gap-x-3 gap-y-2">
      <TextField
        label="Remove someone from the list"
        {...emailInput}
        autoComplete="off"
        value={email}
        error={remove.error instanceof ApiError ? remove.error.errors.email : undefined}
        onChange={(event) => setEmail(event.target.value)}
        className="grow"
      />
      <Button
        type="submit"
        variant="outline"
        className="sm:mt-7.5"
        busy={remove.isPending}
        disabled={email.trim() === ''}
      >
        Remove
      </Button>
    </form>
  );
}
