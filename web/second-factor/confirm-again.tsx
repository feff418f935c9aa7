import { useEffect, useRef, useState } from 'react';
import { confirmAgain } from '../../contract/second-factor.ts';
import { call } from '../api/call.ts';
import { secondFactor, useSecondFactorAsked } from '../api/second-factor.ts';
import { LateCodeDialog } from './late-code-dialog.tsx';
import type { TypedCode } from './typed-code.ts';

const cancel = () => secondFactor.finishConfirmation(false);

/** The one dialog that asks for a code before an action. The action then goes on by itself (ACC-64). */
export function ConfirmAgain() {
  const { confirmation } = useSecondFactorAsked();
  const opening = useOpenings(confirmation);
  const confirm = async (code: TypedCode) => {
    await call(confirmAgain, { body: code });
    secondFactor.finishConfirmation(true);
  };
  if (opening === 0) return null;
  return (
    <LateCodeDialog
      key={opening}
      open={confirmation}
      title="Confirm it’s you"
      description="This needs a new code because your last one was a while ago."
      confirmLabel="Confirm"
      busyLabel="Checking..."
      onCode={confirm}
      onCancel={cancel}
    />
  );
}

/** How often it was open: a key that gives each opening an empty field. */
function useOpenings(open: boolean): number {
  const [count, setCount] = useState(0);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (open && !wasOpen.current) setCount((before) => before + 1);
    wasOpen.current = open;
  }, [open]);
  return count;
}
