import { type ReactNode, useRef } from 'react';
import { Button } from '../button/button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The consequences, and whether they can be undone. */
  description: ReactNode;
  confirmLabel: string;
  /** The label of the safe choice. Be specific if 'Cancel' would be ambiguous. */
  cancelLabel?: string;
  /** Use `danger` for actions that can't be undone. */
  variant?: 'primary' | 'danger';
  /** While true, the dialog can't be dismissed. */
  busy?: boolean;
  /** Why confirming failed. */
  failure?: Error | string | null;
  /** True if confirming has to wait. The dialog can still be dismissed. */
  disabled?: boolean;
  /** The caller closes the dialog when the action is done. */
  onConfirm: () => void;
}

/** Asks for confirmation. The focus starts on the cancel button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    confirmLabel,
    cancelLabel = 'Cancel',
    variant = 'danger',
    busy = false,
    disabled,
    onConfirm,
    ...dialog
  } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      {...dialog}
      role="alertdialog"
      dismissible={!busy}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} variant="outline" disabled={busy} onClick={() => dialog.onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button variant={variant} busy={busy} disabled={disabled} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
