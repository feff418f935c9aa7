import { Check } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { keepFocus } from './keep-focus.ts';
import { useStopAction } from './use-stop-action.ts';

interface CompleteButtonProps {
  stopId: string;
  variant: 'primary' | 'outline';
  /** The id of the element that says which stop. */
  describedBy: string;
  /** The ids of the elements that take the focus over when the button is gone, the likeliest first. */
  heirs: readonly string[];
  className?: string;
  /** No press counts just now (use-lull.ts). */
  isLull?: boolean;
  onCompleted?: () => void;
}

/** Completes one stop. */
export function CompleteButton({ stopId, variant, describedBy, heirs, ...rest }: CompleteButtonProps) {
  const { className = '', isLull = false, onCompleted } = rest;
  const { busy, run } = useStopAction();
  return (
    <Button
      variant={variant}
      className={className}
      icon={<Check className="size-5 shrink-0 max-[22.5rem]:hidden" aria-hidden="true" />}
      aria-describedby={describedBy}
      busy={busy}
      aria-disabled={isLull || undefined}
      onClick={async () => {
        if (isLull || !(await run({ kind: 'complete', pickupIds: [stopId] }))) return;
        keepFocus(...heirs);
        onCompleted?.();
      }}
    >
      Complete
    </Button>
  );
}
