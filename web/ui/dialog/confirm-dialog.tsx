import { type ReactNode, useRef } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The consequences, and whether it can be undone. */
  description: ReactNode;
  confirmLabel: string;
  /** The label of the safe choice. Be specific when 'Cancel' would be ambiguous. */
  cancelLabel?: string;
  /** `danger` for actions that cannot be undone. */
  variant?: 'primary' | 'danger';
  /** While busy the dialog cannot be dismissed. */
  busy?: boolean;
  /** The caller closes the dialog when the action is done. */
  onConfirm: () => void;
}

/** Asks for confirmation. The focus starts on the cancel button. */
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
