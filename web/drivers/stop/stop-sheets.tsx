import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import type { DriverSchedule } from '../../../contract/drivers.ts';
import type { Elements } from '../../ui/elements.ts';
import { lateComponent } from '../../ui/hooks/late-component.ts';
import { onFirstInput } from '../../ui/hooks/on-first-input.ts';
import { useLateComponent } from '../../ui/hooks/use-late-component.ts';
import { toastCouldNotOpen } from '../../ui/toast/toast.ts';
import { newsOf, stopIn } from './sheet-news.tsx';
import type { RequestedSheetProps, SheetRequest } from './stop-sheet.tsx';
import { usePressGuard } from './use-press-guard.ts';

const stopSheet = lateComponent<RequestedSheetProps>(() => import('./stop-sheet.tsx'));

const ShowSheet = createContext<(request: SheetRequest) => void>(() => undefined);

export function useShowSheet(): (request: SheetRequest) => void {
  return useContext(ShowSheet);
}

/** Loads the sheets before the first press, so that the press doesn't wait. */
function preload(): void {
  stopSheet.load().catch(() => undefined);
}

/**
 * The sheets of the page's stops. They are rendered outside the list: if a stop is completed elsewhere or unassigned
 * while its sheet is open, the sheet stays open, keeps the typed text and says what happened.
 */
export function StopSheets({ schedule, children }: { schedule: DriverSchedule | undefined; children: Elements }) {
  const [request, setRequest] = useState<SheetRequest | null>(null);
  const [isOpen, setOpen] = useState(false);
  // Used as the key, so that each opening starts from the stop's current data.
  const [opening, setOpening] = useState(0);
  const [isGuarded, startGuard] = usePressGuard();
  useEffect(() => onFirstInput(preload), []);
  const StopSheet = useLateComponent(stopSheet, isOpen, () => {
    setOpen(false);
    toastCouldNotOpen();
  });
  const show = useCallback((next: SheetRequest) => {
    setRequest(next);
    setOpening((before) => before + 1);
    setOpen(true);
  }, []);
  const change = (open: boolean) => {
    setOpen(open);
    if (!open) startGuard();
  };
  const now = request && schedule ? stopIn(schedule, request.stop.id) : undefined;
  const sheet = request && {
    stop: now ?? request.stop,
    news: schedule ? newsOf(request.stop, now) : null,
    open: isOpen,
    onOpenChange: change,
  };
  return (
    <ShowSheet value={show}>
      {children}
      {request && sheet && StopSheet && <StopSheet key={opening} request={request} {...sheet} />}
      {/* Catches the second press of a double tap on Save or beside the sheet. */}
      {isGuarded && !isOpen && <div data-press-guard className="fixed inset-0 z-40" aria-hidden="true" />}
    </ShowSheet>
  );
}
