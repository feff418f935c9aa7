import { lateComponent } from '../../ui/hooks/late-component.ts';
import { useLateComponent } from '../../ui/hooks/use-late-component.ts';
import type { CodeDialogProps } from './code-dialog.tsx';

const codeDialog = lateComponent<CodeDialogProps>(() => import('./code-dialog.tsx'));

/**
 * The code dialog, fetched when it first opens, because most people never see it. Calls `onCancel` if the fetch fails.
 */
export function LateCodeDialog(props: CodeDialogProps) {
  const CodeDialog = useLateComponent(codeDialog, props.open, props.onCancel);
  return CodeDialog && <CodeDialog {...props} />;
}
