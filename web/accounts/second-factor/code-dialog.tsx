import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../ui/dialog/form-buttons.tsx';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { CodeField } from './code-field.tsx';
import type { TypedCode } from './typed-code.ts';
import { useFactorCode } from './use-factor-code.ts';

export interface CodeDialogProps {
  open: boolean;
  title: string;
  description: string;
  confirmLabel: string;
  busyLabel: string;
  /** Sends the code. An error that it throws is shown at the field. */
  onCode: (code: TypedCode) => Promise<void>;
  onCancel: () => void;
}

/** Asks for a code, for the second step of a sign-in or to confirm an action. */
export default function CodeDialog({ open, title, description, confirmLabel, busyLabel, ...on }: CodeDialogProps) {
  const formId = useId();
  const code = useFactorCode();
  const [busy, setBusy] = useState(false);
  const once = useOnce();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.read();
    if (!typed) return;
    void once(async () => {
      setBusy(true);
      await on.onCode(typed).catch((error: unknown) => code.fail(error));
      setBusy(false);
    });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && on.onCancel()}
      title={title}
      description={description}
      dismissible={!busy}
      initialFocus={code.input}
      footer={
        <FormButtons form={formId} onCancel={on.onCancel} busy={busy} busyLabel={busyLabel}>
          {confirmLabel}
        </FormButtons>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <CodeField code={code} />
      </form>
    </Dialog>
  );
}
