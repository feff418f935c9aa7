import { Check, X } from 'lucide-react';
import { classNames } from './class-names.ts';

interface StopNumberProps {
  number: number;
  isFinished: boolean;
  isIncomplete?: boolean;
  /** True in a row that is only two lines high. */
  isSmall?: boolean;
}

/** A stop's number in the route, a check mark once it is completed, or a cross if it is incomplete. */
export function StopNumber({ number, isFinished, isIncomplete = false, isSmall = false }: StopNumberProps) {
  const Icon = isIncomplete ? X : Check;
  return (
    <span
      className={classNames(
        'inline-grid shrink-0 justify-self-start place-items-center rounded-control px-1.5 font-bold font-display',
        isSmall ? 'h-7 min-w-7 text-base' : 'h-9 min-w-9 text-lg',
        !isFinished ? 'bg-deep text-maize' : isIncomplete ? 'bg-brick text-paper' : 'bg-leaf text-paper',
      )}
    >
      <span className="sr-only">{`Stop ${number}`}</span>
      <span aria-hidden="true">{isFinished ? <Icon className="size-5" strokeWidth={3} /> : number}</span>
    </span>
  );
}
