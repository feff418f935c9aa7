import type { PlanView, PlanVisit } from '../../../contract/plan/page.ts';
import type { DialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { BackEarlyDialog } from './back-early-dialog.tsx';
import { CancelDialog, KeepPlanDialog } from './cancel-dialog.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import type { PlanScope } from './plan-scope.ts';
import { SkipDialog } from './skip-dialog.tsx';
import { UndoChangeDialog } from './undo-change-dialog.tsx';

/** The plan change that a dialog makes. A visit means skipping that visit. */
export type PlanAction = 'hold' | 'back-early' | 'change' | 'undo-change' | 'cancel' | 'undo-cancel' | PlanVisit;

interface PlanDialogsProps {
  plan: PlanView;
  scope: PlanScope;
  /** The change to make, or the visit to skip. */
  action: DialogSubject<PlanAction>;
}

/** The dialog for a plan change. It starts empty at each opening. */
export function PlanDialogs({ plan, scope, action: { subject, open, opening, setOpen } }: PlanDialogsProps) {
  const props = { plan, scope, open, onOpenChange: setOpen };
  if (subject === null) return null;
  if (typeof subject === 'object') return <SkipDialog key={opening} {...props} visit={subject} />;
  switch (subject) {
    case 'hold':
      return <HoldDialog key={opening} {...props} />;
    case 'back-early':
      return <BackEarlyDialog key={opening} {...props} />;
    case 'change':
      return <ChangeDialog key={opening} {...props} />;
    case 'undo-change':
      return <UndoChangeDialog key={opening} {...props} />;
    case 'cancel':
      return <CancelDialog key={opening} {...props} />;
    case 'undo-cancel':
      return <KeepPlanDialog key={opening} {...props} />;
  }
}
