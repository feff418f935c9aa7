import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { StreetCorner } from '../../ui/street/street-corner.tsx';

interface AllSetDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Celebrates the return from a payment. It proves nothing: the dashboard shows what is booked. */
export function AllSetDialog({ open, onClose }: AllSetDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="You're all set!"
      description="Put your bags at the curb by 7 AM and our team picks them up."
      footer={
        <Button className="w-full" onClick={onClose}>
          Got it
        </Button>
      }
    >
      <StreetCorner className="mx-auto w-full max-w-80" />
    </Dialog>
  );
}
