import { useState } from 'react';

export interface DialogSubject<Subject> {
  /** Stays set during the closing animation; null before the first opening. */
  readonly subject: Subject | null;
  readonly open: boolean;
  /** Changes with every opening. Use it as the key of the dialog to reset its state. */
  readonly opening: number;
  show(subject: Subject): void;
  setOpen(open: boolean): void;
}

/** State of one dialog shared by many items: the current item, and whether the dialog is open. */
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
