import { useState } from 'react';

export interface DialogSubject<Subject> {
  /** The item that the dialog is about. Stays set during the closing animation; null before the first opening. */
  readonly subject: Subject | null;
  readonly open: boolean;
  /** Changes at every opening. Use it as the dialog's key to reset the dialog's state. */
  readonly opening: number;
  show(subject: Subject): void;
  setOpen(open: boolean): void;
}

/** Returns the state of one dialog that many items share: the current item, and whether the dialog is open. */
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
