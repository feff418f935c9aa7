import type { ReactNode, RefObject } from 'react';
import { lateComponent } from '../hooks/late-component.ts';
import { useLateComponent } from '../hooks/use-late-component.ts';
import { toastCouldNotOpen } from '../toast/toast.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** `sheet`: from the bottom on phones, in the middle on larger screens. `drawer`: the full height, from the right. */
  placement?: 'sheet' | 'drawer';
  /** `lg`: wide enough for two columns, if the screen has room. */
  size?: 'md' | 'lg';
  /** Buttons that stay visible below a scrolling body. */
  footer?: ReactNode;
  /** When false: no close button, no Escape, no click outside, no Back. */
  dismissible?: boolean;
  /** The caller has its own Back steps (`useBackSteps`, `useHeldBack`). Otherwise Back closes the dialog. */
  ownBack?: boolean;
  /** The same height whatever is in it, so that the footer of a dialog with steps stays in place. */
  fullHeight?: boolean;
  /** The first element to focus. Defaults to the dialog itself, so that no keyboard pops up on a phone. */
  initialFocus?: RefObject<HTMLElement | null>;
  role?: 'dialog' | 'alertdialog';
  children?: ReactNode;
}

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
