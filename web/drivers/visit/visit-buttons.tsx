import { ClipboardList, PackageOpen } from 'lucide-react';
import { useState } from 'react';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { Button } from '../../ui/button/button.tsx';
import { lateComponent } from '../../ui/hooks/late-component.ts';
import { useLateComponent } from '../../ui/hooks/use-late-component.ts';
import { toastCouldNotOpen } from '../../ui/toast/toast.ts';
import { PressButton, type PressProps } from '../stop/stop-buttons.tsx';
import { usePressGuard } from '../stop/use-press-guard.ts';
import type { TicketSheetProps } from './ticket-sheet.tsx';
import { useUnsentTicket } from './use-unsent-ticket.ts';
import { ticketButtonText } from './visit-words.ts';

/** The button that records that the truck was emptied here (TRUCK-41). */
export function EmptiedButton({ visit: { id, siteId }, ...rest }: PressProps & { visit: DisposalVisit }) {
  const action = { pickupId: id, work: { kind: 'emptied', siteId } } as const;
  return <PressButton {...rest} text="Emptied" icon={PackageOpen} action={action} />;
}

const ticketSheet = lateComponent<TicketSheetProps>(() => import('./ticket-sheet.tsx'));

interface TicketButtonProps {
  visit: DisposalVisit;
  describedBy: string;
  className?: string;
}

/** The button that opens the sheet for the weight and the photo of the ticket. */
export function TicketButton({ visit, describedBy, className = '' }: TicketButtonProps) {
  const [isOpen, setOpen] = useState(false);
  // Used as the key, so that each opening starts from the visit's current data.
  const [opening, setOpening] = useState(0);
  const [isGuarded, startGuard] = usePressGuard();
  const unsent = useUnsentTicket(visit.id);
  const TicketSheet = useLateComponent(ticketSheet, isOpen, () => {
    setOpen(false);
    toastCouldNotOpen();
  });
  const change = (open: boolean) => {
    setOpen(open);
    if (!open) startGuard();
  };
  return (
    <>
      <Button
        variant="quiet"
        className={className}
        icon={<ClipboardList className="size-5 shrink-0 max-[22.5rem]:hidden" aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onClick={() => {
          if (isGuarded) return;
          setOpening(opening + 1);
          setOpen(true);
        }}
      >
        {ticketButtonText(visit.tons !== null, visit.hasTicketPhoto || unsent !== null)}
      </Button>
      {opening > 0 && TicketSheet && <TicketSheet key={opening} visit={visit} open={isOpen} onOpenChange={change} />}
    </>
  );
}
