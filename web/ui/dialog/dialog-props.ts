import type { ReactNode, RefObject } from 'react';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /**
   * `sheet` slides up from the bottom on phones and is centered on larger screens. `drawer` is on the right and has the
   * full height.
   */
  placement?: 'sheet' | 'drawer';
  /** `lg` is wide enough for two columns, if the screen has room. */
  size?: 'md' | 'lg';
  /** Buttons that stay visible below a scrolling body. */
  footer?: ReactNode;
  /** Why the footer's action failed, shown above the footer. If the server gave a reason, that is shown. */
  failure?: Error | string | null | undefined;
  /** If false, there is no close button, and Escape, a click outside and Back don't close the dialog. */
  dismissible?: boolean;
  /** True if the caller handles Back itself (`useBackSteps`, `useHeldBack`). Otherwise Back closes the dialog. */
  ownBack?: boolean;
  /** Keeps the height independent of the content, so that the footer of a dialog with steps stays in place. */
  fullHeight?: boolean;
  /** The element that gets the focus first. Defaults to the dialog itself, so that no keyboard pops up on a phone. */
  initialFocus?: RefObject<HTMLElement | null>;
  role?: 'dialog' | 'alertdialog';
  children?: ReactNode;
}
