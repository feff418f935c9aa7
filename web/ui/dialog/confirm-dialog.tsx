import { type ReactNode, useRef } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What follows from it, and whether it can be undone. */
  description: ReactNode;
  confirmLabel: string;
  /** The harmless answer. Say what is kept where 'Cancel' could mean either. */
  cancelLabel?: string;
  /** `danger` for what cannot be undone. */
  variant?: 'primary' | 'danger';
  /** While it is being done the dialog stays, whatever is pressed. */
  busy?: boolean;
  /** The caller closes the dialog when the work is done. */
  onConfirm: () => void;
}

/** Asks before something is done. The focus starts on the harmless answer. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  variant = 'danger',
  busy = false,
  onConfirm,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      role="alertdialog"
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      dismissible={!busy}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} variant="outline" disabled={busy} onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button variant={variant} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
