import { lateComponent } from '../hooks/late-component.ts';
import { useLateComponent } from '../hooks/use-late-component.ts';
import { toastCouldNotOpen } from '../toast/toast.ts';
import type { DialogProps } from './dialog-props.ts';

const dialogFrame = lateComponent<DialogProps>(() => import('./dialog-frame.tsx'));

/** Loads what every dialog needs. Called before the first press, so that it doesn't wait. */
export function preloadDialogs(): void {
  dialogFrame.load().catch(() => undefined);
}

/**
 * A modal dialog. The page behind it is inert; closing returns the focus to the element that had it. Its frame is a file
 * that pages don't wait for; if it can't be loaded, the dialog closes again and a toast says so.
 */
export function Dialog(props: DialogProps) {
  const Frame = useLateComponent(dialogFrame, props.open, () => {
    props.onOpenChange(false);
    toastCouldNotOpen();
  });
  return Frame && <Frame {...props} />;
}
