import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import type { DriverSchedule, DriverStop } from '../../../contract/drivers.ts';
import { IncompleteSheet } from './incomplete-sheet.tsx';
import { keepFocusAfterDialog } from './keep-focus.ts';
import { ProofSheet } from './proof-sheet.tsx';
import { newsOf, stopIn } from './sheet-news.ts';
import { usePressGuard } from './use-press-guard.ts';

interface SheetRequest {
  kind: 'incomplete' | 'proof';
  stop: DriverStop;
  /** The ids of the elements that take the focus over when what opened the sheet is gone, the likeliest first. */
  heirs: readonly string[];
  /** Called when the stop was marked incomplete. */
  onIncomplete: () => void;
}

const ShowSheet = createContext<(request: SheetRequest) => void>(() => undefined);

/** Opens a sheet about a stop. */
export function useShowSheet(): (request: SheetRequest) => void {
  return useContext(ShowSheet);
}

/**
 * The sheets of the page's stops. They stand outside of the list: when a stop is completed elsewhere or taken away while its
 * sheet is open, the sheet stays with what was typed and says what happened.
 */
export function StopSheets({ schedule, children }: { schedule: DriverSchedule | undefined; children: ReactNode }) {
  const [request, setRequest] = useState<SheetRequest | null>(null);
  const [isOpen, setOpen] = useState(false);
  // Each opening starts anew from what the stop says then.
  const [opening, setOpening] = useState(0);
  const [isLull, startLull] = usePressGuard();
  const show = useCallback((next: SheetRequest) => {
    setRequest(next);
    setOpening((before) => before + 1);
    setOpen(true);
  }, []);
  const change = (open: boolean) => {
    setOpen(open);
    if (!open) startLull();
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
            keepFocusAfterDialog(...request.heirs);
            request.onIncomplete();
          }}
        />
      )}
      {request?.kind === 'proof' && sheet && <ProofSheet key={opening} {...sheet} />}
      {/* The second press of a double tap on Save, or beside the sheet, was not meant for what lies below. */}
      {isLull && !isOpen && <div data-lull className="fixed inset-0 z-40" aria-hidden="true" />}
    </ShowSheet>
  );
}
