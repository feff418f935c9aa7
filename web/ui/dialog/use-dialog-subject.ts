import { useState } from 'react';

export interface DialogSubject<Subject> {
  /** Stays while the dialog closes, which takes its time; null before the first opening. */
  readonly subject: Subject | null;
  readonly open: boolean;
  /** Another one with every opening: as the dialog's key it makes each start afresh. */
  readonly opening: number;
  show(subject: Subject): void;
  setOpen(open: boolean): void;
}

/** One dialog for many things: which of them it is about, and whether it is open. */
export function useDialogSubject<Subject>(): DialogSubject<Subject> {
  const [state, setState] = useState<{ subject: Subject | null; open: boolean; opening: number }>({
    subject: null,
    open: false,
    opening: 0,
  });
  return {
    ...state,
    show: (subject) => setState(({ opening }) => ({ subject, open: true, opening: opening + 1 })),
    setOpen: (open) => setState((before) => ({ ...before, open })),
  };
}
