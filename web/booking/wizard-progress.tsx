import { Check } from 'lucide-react';
import { classNames } from '../ui/class-names.ts';
import type { WizardStep } from './booking-draft.ts';

export const steps: readonly { step: WizardStep; name: string }[] = [
  { step: 1, name: 'Package or Service' },
  { step: 2, name: 'Details' },
  { step: 3, name: 'Confirm' },
];

/** Forced colors make every bar and text the same color, so there the steps differ in the bar's width and style. */
const looks = {
  current: 'border-azure text-azure forced-colors:border-t-8 forced-colors:border-[Highlight]',
  done: 'border-ink',
  later: 'border-line text-soft forced-colors:border-dashed',
};

/**
 * The step indicator: a black bar for finished steps, a blue one for the current step. With very large text only the
 * current step shows its name.
 */
export function WizardProgress({ current }: { current: WizardStep }) {
  return (
    <ol
      aria-label="Steps"
      className="mb-5 grid grid-cols-[minmax(0,auto)_1fr_1fr] gap-x-3.5 tiny:flex tiny:gap-x-2 sm:gap-x-4"
    >
      {steps.map(({ step, name }) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          className={classNames(
            'flex items-start gap-1.5 border-t-4 pt-2 font-display font-semibold leading-tight',
            looks[step === current ? 'current' : step < current ? 'done' : 'later'],
            step === current ? 'tiny:grow' : 'tiny:min-w-7 tiny:shrink-0',
          )}
        >
          {step < current ? (
            <Check className="mt-px size-4.5 shrink-0 text-leaf" strokeWidth={2.5} aria-hidden="true" />
          ) : (
            <span aria-hidden="true">{step}</span>
          )}
          <span className={step === current ? undefined : 'tiny:sr-only'}>{name}</span>
          {step < current && <span className="sr-only">, done</span>}
        </li>
      ))}
    </ol>
  );
}
