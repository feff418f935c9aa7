import { Check } from 'lucide-react';
import { classNames } from '../ui/class-names.ts';

interface StopNumberProps {
  number: number;
  isFinished: boolean;
}

/** A stop's place in the route, as on a number plate; a tick once it is done. */
export function StopNumber({ number, isFinished }: StopNumberProps) {
  return (
    <span
      className={classNames(
        'inline-grid h-9 min-w-9 place-items-center rounded-control px-1.5 font-bold font-display text-lg tabular-nums',
        isFinished ? 'bg-leaf text-paper' : 'bg-ink text-maize',
      )}
    >
      <span className="sr-only">Stop {number}</span>
      <span aria-hidden="true">{isFinished ? <Check className="size-5" strokeWidth={3} /> : number}</span>
    </span>
  );
}
