import type { ReactNode, RefObject } from 'react';

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
  /** Why the action of the footer failed, shown above it. A refusal of the server is shown with its reason. */
  failure?: Error | string | null | undefined;
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
