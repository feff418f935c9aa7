import { Check, PackageOpen } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';

/** The sign that a visit has in place of a stop's number. */
export function VisitSign({ isDone }: { isDone: boolean }) {
  const Icon = isDone ? Check : PackageOpen;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-grid size-9 shrink-0 place-items-center rounded-control',
        isDone ? 'bg-leaf text-paper' : 'bg-deep text-maize',
      )}
    >
      <Icon className="size-5" strokeWidth={isDone ? 3 : 2} />
    </span>
  );
}
