import { serverNow } from '../../api/server-clock.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { sendUndoChange } from './change-calls.ts';
import { undoText } from './change-words.ts';
import type { PlanDialogProps } from './plan-scope.ts';
import { usePlanChange } from './use-plan-change.ts';

/** Undoes the change to the package that begins with the next billing month (PLAN-84). */
export function UndoChangeDialog({ plan, scope, open, onOpenChange }: PlanDialogProps) {
  const undo = usePlanChange<void>({
    send: () => sendUndoChange(scope),
    done: { title: 'Change Undone', description: undoText(plan, serverNow()) },
    onDone: () => onOpenChange(false),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Undo the change?"
      description={undoText(plan, serverNow())}
      failure={undo.error}
      variant="primary"
      confirmLabel="Undo change"
      cancelLabel="Keep the change"
      busy={undo.isPending}
      onConfirm={() => undo.mutate()}
    />
  );
}
