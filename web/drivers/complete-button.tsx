import { Check } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { keepFocus } from './keep-focus.ts';
import { useCompleteStops } from './use-complete-stops.ts';

interface CompleteButtonProps {
  stopId: string;
  variant: 'primary' | 'outline';
  /** The id of the element that says which stop. */
  describedBy: string;
  /** The ids of the elements that take the focus over when the button is gone, the likeliest first. */
  heirs: readonly string[];
  className?: string;
}

/** Completes one stop. */
export function CompleteButton({ stopId, variant, describedBy, heirs, className = '' }: CompleteButtonProps) {
  const complete = useCompleteStops();
  return (
    <Button
      variant={variant}
      className={className}
      icon={<Check className="size-5 shrink-0 max-[22.5rem]:hidden" aria-hidden="true" />}
      aria-describedby={describedBy}
      busy={complete.isPending}
      onClick={() =>
        complete.mutateAsync([stopId]).then(
          () => keepFocus(...heirs),
          // The hook has told the driver.
          () => undefined,
        )
      }
    >
      Complete
    </Button>
  );
}
