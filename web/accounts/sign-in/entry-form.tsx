import { type ComponentProps, useId, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { Failure, FormFailure } from '../../ui/fields/form-failure.tsx';
import { toastFailure } from '../../ui/toast/toast.ts';
import { placedMessageOf } from './placed-message.ts';

/** The last failure of an account's form: a toast, and a message above the form's button (ACC-80). */
export function useFailure() {
  const [message, setMessage] = useState<string>();
  return {
    message,
    show(error: unknown, fallback: string, title: string): void {
      toastFailure(error, fallback, title);
      setMessage(placedMessageOf(error, fallback));
    },
    clear: () => setMessage(undefined),
  };
}

interface EntryFormProps extends ComponentProps<'form'> {
  failure: ReturnType<typeof useFailure>;
}

/** A form of the signed-out pages or the settings. Typing removes the message of the last failure. */
export function EntryForm({ failure: { message, clear }, ...form }: EntryFormProps) {
  const id = useId();
  return (
    <Failure value={message === undefined ? null : { id, message }}>
      <form noValidate onChange={clear} className="space-y-5" {...form} />
    </Failure>
  );
}

/** The submit button of an `EntryForm`, below the message of the last failure. */
export function SubmitButton(props: ComponentProps<typeof Button>) {
  return (
    <>
      <FormFailure />
      <Button type="submit" className="w-full" {...props} />
    </>
  );
}
