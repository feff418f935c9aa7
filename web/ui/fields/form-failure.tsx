import { TriangleAlert } from 'lucide-react';
import { createContext, useContext } from 'react';

interface ShownFailure {
  readonly id: string;
  readonly message: string;
}

/** Why the surrounding form couldn't be sent. The form's fields refer to it with `aria-describedby`. */
export const Failure = createContext<ShownFailure | null>(null);

/**
 * Shows why the surrounding form couldn't be sent. It isn't a live region, because the toast
 * already announces the failure.
 */
export function FormFailure() {
  const failure = useContext(Failure);
  return failure && <FailureBox {...failure} />;
}

/** A failure message above the button that was pressed. Set `isAlert` if nothing else announces it. */
export function FailureBox({ id, message, isAlert }: { id?: string; message: string; isAlert?: boolean }) {
  return (
    <p
      id={id}
      role={isAlert ? 'alert' : undefined}
      className="wrap-anywhere flex items-start gap-2.5 rounded-control border border-brick bg-brick-wash px-3.5 py-3 text-ink leading-snug"
    >
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-brick" aria-hidden="true" />
      <span>{message}</span>
    </p>
  );
}
