import { secondFactor, useSecondFactorAsked } from '../../api/second-factor.ts';
import { lateComponent } from '../../ui/hooks/late-component.ts';
import { useLateComponent } from '../../ui/hooks/use-late-component.ts';

const confirmDialog = lateComponent(() => import('./confirm-dialog.tsx'));
const giveUp = () => secondFactor.finishConfirmation(false);

/** The one dialog that confirms an action with a code. Its file is fetched when it first opens. */
export function ConfirmAgain() {
  const { confirmation } = useSecondFactorAsked();
  const Dialog = useLateComponent(confirmDialog, confirmation, giveUp);
  return confirmation && Dialog ? <Dialog /> : null;
}
