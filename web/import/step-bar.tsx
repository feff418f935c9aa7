import { Check } from 'lucide-react';
import { classNames } from '../ui/class-names.ts';
import { steps } from './words.ts';

/** The steps of an import. `step` is the current one, from 1 to 4. */
export function StepBar({ step }: { step: number }) {
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-5 gap-y-2">
      {steps.map((name, at) => {
        const isDone = at + 1 < step;
        const isNow = at + 1 === step;
        return (
          <li
            key={name}
            aria-current={isNow ? 'step' : undefined}
            className={classNames('flex items-center gap-2', isNow ? 'font-semibold' : 'text-soft')}
          >
            <span
              aria-hidden="true"
              className={classNames(
                'grid size-7 place-items-center rounded-full border text-sm',
                isNow ? 'border-azure bg-azure text-paper' : 'border-control bg-paper',
              )}
            >
              {isDone ? <Check className="size-4" /> : at + 1}
            </span>
            {/* A phone has room for only one step name. */}
            <span className={classNames(!isNow && 'max-sm:sr-only')}>{name}</span>
          </li>
        );
      })}
    </ol>
  );
}
