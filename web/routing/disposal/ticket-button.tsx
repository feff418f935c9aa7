import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { Button } from '../../ui/button/button.tsx';
import { lateComponent } from '../../ui/hooks/late-component.ts';
import { useLateComponent } from '../../ui/hooks/use-late-component.ts';
import { toastCouldNotOpen } from '../../ui/toast/toast.ts';
import type { TicketDialogProps } from './ticket-dialog.tsx';

const ticketDialog = lateComponent<TicketDialogProps>(() => import('./ticket-dialog.tsx'));

/** The button that opens the photo of a visit's ticket. Renders nothing without a photo. */
export function TicketButton({ visit }: { visit: DisposalVisit }) {
  const [isOpen, setOpen] = useState(false);
  const TicketDialog = useLateComponent(ticketDialog, isOpen, () => {
    setOpen(false);
    toastCouldNotOpen();
  });
  if (!visit.hasTicketPhoto) return null;
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="shrink-0 px-2.5!"
        icon={<ReceiptText className="size-5 shrink-0" aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span>Ticket</span>
        <span className="sr-only">{`, ${visit.siteName}`}</span>
      </Button>
      {TicketDialog && <TicketDialog visit={visit} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
