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
  if (failure === null) return null;
  return (
    <p
      id={failure.id}
      className="wrap-anywhere flex items-start gap-2.5 rounded-control border border-brick bg-brick-wash px-3.5 py-3 text-ink leading-snug"
    >
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-brick" aria-hidden="true" />
      {failure.message}
    </p>
  );
}
