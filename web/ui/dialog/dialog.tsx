import { lateComponent } from '../hooks/late-component.ts';
import { useAfterPicture } from '../hooks/use-after-picture.ts';
import { useLateComponent } from '../hooks/use-late-component.ts';
import { toastCouldNotOpen } from '../toast/toast.ts';
import type { DialogProps } from './dialog-props.ts';

const dialogFrame = lateComponent<DialogProps>(() => import('./dialog-frame.tsx'));

/** Loads the file that every dialog needs. Call it before the first press, so that the press doesn't wait. */
export function preloadDialogs(): void {
  dialogFrame.load().catch(() => undefined);
}

/**
 * A modal dialog. The page behind it is inert, and closing returns the focus to the element that had it. Its frame is a
 * file that pages don't wait for. If the file can't be loaded, the dialog closes again and a toast says so.
 */
export function Dialog(props: DialogProps) {
  const Frame = useLateComponent(dialogFrame, props.open, () => {
    props.onOpenChange(false);
    toastCouldNotOpen();
  });
  // On a slow phone, opening a dialog delays the response to the press, so the browser draws first. A dialog above
  // another one opens immediately, because the lower one would keep the focus.
  const open = useAfterPicture(props.open, hasOpenDialog);
  return Frame && <Frame {...props} open={open} />;
}

const hasOpenDialog = () => document.querySelector('[role$="dialog"][data-state="open"]') !== null;
