import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import type { DriverSchedule, DriverStop } from '../../../contract/drivers.ts';
import { lateComponent } from '../../ui/hooks/late-component.ts';
import { useLateComponent } from '../../ui/hooks/use-late-component.ts';
import { toastCouldNotOpen } from '../../ui/toast/toast.ts';
import type { BagsSheetProps } from './bags-sheet.tsx';
import { IncompleteSheet } from './incomplete-sheet.tsx';
import { ProofSheet } from './proof-sheet.tsx';
import { restoreFocusAfterDialog } from './restore-focus.ts';
import { newsOf, stopIn } from './sheet-news.tsx';
import { usePressGuard } from './use-press-guard.ts';

type SheetRequest = IncompleteRequest | { kind: 'proof' | 'bags'; stop: DriverStop };

interface IncompleteRequest {
  kind: 'incomplete';
  stop: DriverStop;
  /** The ids of the elements that may get the focus when the sheet's button is gone, by preference. */
  focusTargets: readonly string[];
  /** Called when the stop was marked incomplete. */
  onIncomplete: () => void;
}

const bagsSheet = lateComponent<BagsSheetProps>(() => import('./bags-sheet.tsx'));

const ShowSheet = createContext<(request: SheetRequest) => void>(() => undefined);

export function useShowSheet(): (request: SheetRequest) => void {
  return useContext(ShowSheet);
}

/**
 * The sheets of the page's stops. They are rendered outside of the list: if a stop is completed elsewhere or unassigned while
 * its sheet is open, the sheet stays open with what was typed and says what happened.
 */
export function StopSheets({ schedule, children }: { schedule: DriverSchedule | undefined; children: ReactNode }) {
  const [request, setRequest] = useState<SheetRequest | null>(null);
  const [isOpen, setOpen] = useState(false);
  // Used as key: each opening starts from the stop's current data.
  const [opening, setOpening] = useState(0);
  const [isGuarded, startGuard] = usePressGuard();
  const BagsSheet = useLateComponent(bagsSheet, isOpen && request?.kind === 'bags', () => {
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
      {request?.kind === 'incomplete' && sheet && (
        <IncompleteSheet
          key={opening}
          {...sheet}
          onDone={() => {
            restoreFocusAfterDialog(...request.focusTargets);
            request.onIncomplete();
          }}
        />
      )}
      {request?.kind === 'bags' && sheet && BagsSheet && <BagsSheet key={opening} {...sheet} />}
      {request?.kind === 'proof' && sheet && <ProofSheet key={opening} {...sheet} />}
      {/* Catches the second press of a double tap on Save, or beside the sheet. */}
      {isGuarded && !isOpen && <div data-press-guard className="fixed inset-0 z-40" aria-hidden="true" />}
    </ShowSheet>
  );
}
