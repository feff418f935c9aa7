import { Check } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { restoreFocus } from './restore-focus.ts';
import { useStopAction } from './use-stop-action.ts';

interface CompleteButtonProps {
  stopId: string;
  variant: 'primary' | 'outline';
  /** The id of the element that names the stop. */
  describedBy: string;
  /** The ids of the elements that may get the focus when the button is gone, by preference. */
  focusTargets: readonly string[];
  className?: string;
  /** Presses are ignored for now (use-press-guard.ts). */
  isGuarded?: boolean;
  onCompleted?: () => void;
}

export function CompleteButton({ stopId, variant, describedBy, focusTargets, ...rest }: CompleteButtonProps) {
  const { className = '', isGuarded = false, onCompleted } = rest;
  const { busy, run } = useStopAction();
  return (
    <Button
      variant={variant}
      className={className}
      icon={<Check className="size-5 shrink-0 max-[22.5rem]:hidden" aria-hidden="true" />}
      aria-describedby={describedBy}
      busy={busy}
      aria-disabled={isGuarded || undefined}
      onClick={async () => {
        if (isGuarded || !(await run({ kind: 'complete', pickupIds: [stopId] }))) return;
        restoreFocus(...focusTargets);
        onCompleted?.();
      }}
    >
      Complete
    </Button>
  );
}
