import { type FormEvent, useState } from 'react';
import { joinWaitingList } from '../../contract/service-areas.ts';
import { ApiError, messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { Button } from '../ui/button/button.tsx';
import { TextField } from '../ui/fields/text-field.tsx';

interface WaitingFormProps {
  zip: string;
  /** The customer's own email address. */
  email: string;
}

type State = { kind: 'open' | 'busy' } | { kind: 'joined'; message: string } | { kind: 'failed'; message: string };

/** Adds an email address to the waiting list of a ZIP code that we don't serve yet. */
export function WaitingForm({ zip, email: own }: WaitingFormProps) {
  const [email, setEmail] = useState(own);
  const [state, setState] = useState<State>({ kind: 'open' });
  const join = async (event: FormEvent) => {
    event.preventDefault();
    // The form may be inside another form, which must not be submitted.
    event.stopPropagation();
    if (state.kind === 'busy') return;
    setState({ kind: 'busy' });
    try {
      setState({ kind: 'joined', ...(await call(joinWaitingList, { body: { email, zip } })) });
    } catch (error) {
      const atField = error instanceof ApiError ? error.errors.email : undefined;
      setState({
        kind: 'failed',
        message: atField ?? messageOf(error, "We couldn't save your email. Please try again."),
      });
    }
  };
  if (state.kind === 'joined') {
    // The message gets the focus, because the form that had it is gone.
    return (
      <p ref={(text) => text?.focus()} tabIndex={-1} className="mt-2 font-semibold outline-none">
        {state.message}
      </p>
    );
  }
  return (
    <form noValidate onSubmit={join} className="mt-2 flex flex-wrap items-start gap-x-3 gap-y-2">
      <TextField
        label="Get an email when we do"
        type="email"
        autoComplete="email"
        value={email}
        error={state.kind === 'failed' ? state.message : undefined}
        onChange={(event) => setEmail(event.target.value)}
        className="grow"
      />
      <Button type="submit" variant="outline" className="sm:mt-6.75" busy={state.kind === 'busy'}>
        Email Me
      </Button>
    </form>
  );
}
