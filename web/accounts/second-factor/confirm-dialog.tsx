import { confirmAgain } from '../../../contract/accounts/second-factor.ts';
import { call } from '../../api/call.ts';
import { secondFactor } from '../../api/second-factor.ts';
import CodeDialog from './code-dialog.tsx';
import type { TypedCode } from './typed-code.ts';

/** Asks for a code before an action, which then continues (ACC-74). */
export default function ConfirmDialog() {
  const confirm = async (code: TypedCode) => {
    await call(confirmAgain, { body: code });
    secondFactor.finishConfirmation(true);
  };
  return (
    <CodeDialog
      open
      title="Confirm it's you"
      description="This needs a new code because your last one was a while ago."
      confirmLabel="Confirm"
      busyLabel="Checking..."
      onCode={confirm}
      onCancel={() => secondFactor.finishConfirmation(false)}
    />
  );
}
