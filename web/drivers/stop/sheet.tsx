import { type ReactNode, useId } from 'react';
import type { DriverStop } from '../../../contract/drivers.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import type { SheetNews } from './sheet-news.tsx';

/** The props of every sheet of a stop. */
export interface StopSheetProps {
  /** The stop as it is now. */
  stop: DriverStop;
  news: SheetNews | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The address, or the name of the disposal site. */
  description: string;
  busy: boolean;
  /** The text of the button. */
  button: string;
  onPress: () => void;
  children: ReactNode;
}

/** A dialog about one stop or visit. Its only button spans the phone's screen, and Enter in a field presses it. */
export function Sheet({ busy, button, onPress, children, ...dialog }: SheetProps) {
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      footer={
        <Button type="submit" form={formId} className="w-full sm:w-auto sm:min-w-40" busy={busy}>
          {button}
        </Button>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onPress();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
