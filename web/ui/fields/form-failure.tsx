import { TriangleAlert } from 'lucide-react';
import { createContext, useContext } from 'react';

interface ShownFailure {
  readonly id: string;
  readonly message: string;
}

/** Why the form around a field could not be sent. Its fields are described by it. */
export const Failure = createContext<ShownFailure | null>(null);

/**
 * Shows why the form around it could not be sent. Not a live region: the toast of the failure announces it, and a second
 * announcement would repeat it.
 */
export function FormFailure() {
  const failure = useContext(Failure);
  return failure && <FailureBox {...failure} />;
}

/** What failed, above the button that was pressed. `isAlert`: nothing else announces it. */
export function FailureBox({ id, message, isAlert }: { id?: string; message: string; isAlert?: boolean }) {
  return (
    <p
      id={id}
      role={isAlert ? 'alert' : undefined}
      className="wrap-anywhere flex items-start gap-2.5 rounded-control border border-brick bg-brick-wash px-3.5 py-3 text-ink leading-snug"
    >
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-brick" aria-hidden="true" />
      {message}
    </p>
  );
}
