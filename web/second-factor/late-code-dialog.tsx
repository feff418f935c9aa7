import { useEffect, useState } from 'react';
import { lateComponent } from '../ui/hooks/late-component.ts';
import type { CodeDialogProps } from './code-dialog.tsx';

const codeDialog = lateComponent<CodeDialogProps>(() => import('./code-dialog.tsx'));

/** The code dialog, fetched when it opens first: most people never see it. `onCancel` is called if that fails. */
export function LateCodeDialog(props: CodeDialogProps) {
  const { open, onCancel } = props;
  const [, setIsLoaded] = useState(false);
  useEffect(() => {
    if (!open || codeDialog.current()) return;
    codeDialog.load().then(() => setIsLoaded(true), onCancel);
  }, [open, onCancel]);
  const CodeDialog = codeDialog.current();
  return CodeDialog && <CodeDialog {...props} />;
}
