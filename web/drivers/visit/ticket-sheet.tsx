import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { getTicket } from '../../../contract/drivers/truck.ts';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { download } from '../../api/upload.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useObjectUrl } from '../../ui/hooks/use-object-url.ts';
import { weightOf } from '../outbox/action.ts';
import { LoadedPhoto, PhotoField } from '../stop/photo-slot.tsx';
import { Sheet } from '../stop/sheet.tsx';
import { useStopAction } from '../stop/use-stop-action.ts';
import { useUnsentTicket } from './use-unsent-ticket.ts';
import { parseTons, tonsProblem } from './visit-words.ts';

export interface TicketSheetProps {
  visit: DisposalVisit;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for the weight and a photo of the disposal site's ticket. Both are optional (TRUCK-43). */
export default function TicketSheet({ visit, open, onOpenChange }: TicketSheetProps) {
  const { busy, run } = useStopAction();
  const [typed, setTyped] = useState(visit.tons === null ? '' : String(Number(visit.tons)));
  const [problem, setProblem] = useState<string | undefined>();
  const field = useRef<HTMLInputElement>(null);
  const unsent = useUnsentTicket(visit.id);
  const alt = 'The ticket';
  const save = async () => {
    const tons = parseTons(typed);
    setProblem(tons === undefined ? tonsProblem : undefined);
    if (tons === undefined) field.current?.focus();
    else if (tons === (visit.tons === null ? null : Number(visit.tons))) onOpenChange(false);
    else if (await run(weightOf(visit, tons))) onOpenChange(false);
  };
  return (
    <Sheet
      {...{ open, onOpenChange, busy }}
      title="Weight & Ticket Photo"
      description={visit.siteName}
      button="Save"
      onPress={save}
    >
      <TextField
        ref={field}
        label="Weight in tons (optional)"
        hint="As on the ticket, such as 3.25."
        error={problem}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setProblem(undefined);
        }}
      />
      <fieldset className="mt-4">
        <legend className="mb-2 font-semibold">Photo (optional)</legend>
        <div className="max-w-60">
          <PhotoField
            label="Ticket"
            alt={alt}
            unsent={unsent}
            sent={visit.hasTicketPhoto && <SentTicket visitId={visit.id} alt={alt} />}
            actionOf={(image) => ({ pickupId: visit.id, work: { kind: 'ticket', image } })}
          />
        </div>
        <p className="mt-2 text-[0.9375rem] text-soft leading-snug">
          The dispatcher can see it. A photo is saved as soon as you take it.
        </p>
      </fieldset>
    </Sheet>
  );
}

function SentTicket({ visitId, alt }: { visitId: string; alt: string }) {
  const { data, isError, isFetching } = useQuery({
    queryKey: ['ticket', visitId],
    queryFn: ({ signal }) => download(getTicket, { params: { id: visitId }, signal }),
    // The photo's address stays the same when the photo is replaced, so it is not cached.
    gcTime: 0,
  });
  return <LoadedPhoto url={useObjectUrl(data)} isFailed={isError && !isFetching} alt={alt} />;
}
