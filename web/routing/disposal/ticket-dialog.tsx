import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { getTicket } from '../../../contract/drivers/truck.ts';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { download } from '../../api/upload.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useObjectUrl } from '../../ui/hooks/use-object-url.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { visitText } from './visit-words.ts';

export interface TicketDialogProps {
  visit: DisposalVisit;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The photo of the ticket that the driver got at a disposal site, with the visit's time and weight. */
export default function TicketDialog({ visit, open, onOpenChange }: TicketDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Ticket"
      description={`${visit.siteName} · ${visitText(visit)}`}
      size="lg"
    >
      <TicketPhoto visitId={visit.id} alt={`Ticket: ${visit.siteName}`} />
    </Dialog>
  );
}

function TicketPhoto({ visitId, alt }: { visitId: string; alt: string }) {
  const [isBroken, setBroken] = useState(false);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['ticket', visitId],
    queryFn: ({ signal }) => download(getTicket, { params: { id: visitId }, signal }),
    // The photo's address stays the same when the photo is replaced, so it is not cached.
    gcTime: 0,
  });
  const url = useObjectUrl(data);
  if (url && !isBroken) {
    return (
      <img
        src={url}
        alt={alt}
        onError={() => setBroken(true)}
        className="mx-auto max-h-[70dvh] w-auto max-w-full rounded-control"
      />
    );
  }
  if ((isError || isBroken) && !isFetching) {
    return (
      <div role="alert" className="grid justify-items-center gap-3 py-8 text-center">
        <ImageOff className="size-6 text-soft" aria-hidden="true" />
        <p>Couldn't load the photo.</p>
        <Button
          variant="outline"
          onClick={() => {
            setBroken(false);
            void refetch();
          }}
        >
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div role="status" className="mx-auto aspect-[4/3] w-full max-w-xl">
      <span className="sr-only">Loading photo: Ticket</span>
      <Skeleton className="size-full" />
    </div>
  );
}
