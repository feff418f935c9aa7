import { Camera, Check, CircleX, type LucideIcon, Navigation } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { DriverStop } from '../../../contract/drivers.ts';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import type { StopAction } from '../outbox/action.ts';
import { isOpen } from '../schedule.ts';
import { navigateLink, type Place } from './maps-links.ts';
import { restoreFocus } from './restore-focus.ts';
import { useShowSheet } from './stop-sheets.tsx';
import { useStopAction } from './use-stop-action.ts';

interface NavigateButtonProps {
  place: Place;
  describedBy: string;
  className?: string;
}

export function NavigateButton({ place, describedBy, className }: NavigateButtonProps) {
  return (
    <a
      href={navigateLink(place)}
      target="_blank"
      rel="noopener noreferrer"
      aria-describedby={describedBy}
      className={buttonClass('outline', 'md', className)}
    >
      <Navigation className="size-5 shrink-0 max-[22.5rem]:hidden" aria-hidden="true" />
      <span>Navigate</span>
    </a>
  );
}

export interface PressProps {
  variant: 'primary' | 'outline';
  describedBy: string;
  /** The ids of the elements that may get the focus when the button is gone, by preference. */
  focusTargets: readonly string[];
  className?: string;
  /** True while presses are ignored (use-press-guard.ts). */
  isGuarded?: boolean;
  onDone?: () => void;
}

interface PressButtonProps extends PressProps {
  text: string;
  icon: LucideIcon;
  action: StopAction;
}

/** A button that saves one action, with or without signal. */
export function PressButton({
  text,
  icon: Icon,
  action,
  variant,
  describedBy,
  focusTargets,
  ...rest
}: PressButtonProps) {
  const { className = '', isGuarded = false, onDone } = rest;
  const { busy, run } = useStopAction();
  return (
    <Button
      variant={variant}
      className={className}
      icon={<Icon className="size-5 shrink-0 max-[22.5rem]:hidden" aria-hidden="true" />}
      aria-describedby={describedBy}
      busy={busy}
      aria-disabled={isGuarded || undefined}
      onClick={async () => {
        if (isGuarded || !(await run(action))) return;
        restoreFocus(...focusTargets);
        onDone?.();
      }}
    >
      {text}
    </Button>
  );
}

export function CompleteButton({ stopId, ...rest }: PressProps & { stopId: string }) {
  return (
    <PressButton {...rest} text="Complete" icon={Check} action={{ pickupId: stopId, work: { kind: 'complete' } }} />
  );
}

interface StopActionsProps {
  stop: DriverStop;
  describedBy: string;
  /** The ids of the elements that may get the focus when the buttons are gone, by preference. */
  focusTargets: readonly string[];
  /** Called when the stop was marked incomplete. */
  onIncomplete?: () => void;
  className?: string;
}

/** Opens the sheets of a stop: Incomplete, and Note & Photos. */
export function StopActions({ stop, describedBy, focusTargets, onIncomplete, className = '' }: StopActionsProps) {
  const showSheet = useShowSheet();
  // The route may change before the sheet is saved, so the sheet calls the latest callback.
  const latest = useRef(onIncomplete);
  useEffect(() => {
    latest.current = onIncomplete;
  });
  return (
    <div className={`flex flex-wrap gap-2 ${className}`}>
      {isOpen(stop) && (
        <Button
          variant="quiet"
          className="grow px-2! text-brick! hover:bg-brick-wash!"
          icon={<CircleX className="size-5 shrink-0 max-[22.5rem]:hidden" aria-hidden="true" />}
          aria-haspopup="dialog"
          aria-describedby={describedBy}
          onClick={() => showSheet({ kind: 'incomplete', stop, focusTargets, onIncomplete: () => latest.current?.() })}
        >
          Incomplete
        </Button>
      )}
      <Button
        variant="quiet"
        className="grow px-2!"
        icon={<Camera className="size-5 shrink-0 max-[22.5rem]:hidden" aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onClick={() => showSheet({ kind: 'proof', stop })}
      >
        Note & Photos
      </Button>
    </div>
  );
}
