import type { ReactNode, RefObject } from 'react';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /**
   * `sheet` comes from the bottom on phones and stands in the middle on larger screens. `drawer` has the
   * full height, on the right.
   */
  placement?: 'sheet' | 'drawer';
  /** `lg` is wide enough for two columns, if the screen has room. */
  size?: 'md' | 'lg';
  /** Buttons that stay visible below a scrolling body. */
  footer?: ReactNode;
  /** Why the footer's action failed, shown above the footer. For a refusal by the server, its reason is shown. */
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
