import { useState } from 'react';
import { type DriverStop, maxNoteLength } from '../../../contract/drivers.ts';
import type { PhotoMoment } from '../../../contract/photos.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TextareaField } from '../../ui/fields/textarea-field.tsx';
import { deleteNoteDraft, noteDraftOf, saveNoteDraft } from './note-drafts.ts';
import { PhotoSlot, useUnsentPhotos } from './photo-slot.tsx';
import { type SheetNews, SheetNotice } from './sheet-news.tsx';
import { useStopAction } from './use-stop-action.ts';

interface ProofSheetProps {
  stop: DriverStop;
  news: SheetNews | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const moments: readonly PhotoMoment[] = ['before', 'after'];

export function ProofSheet({ stop, news, open, onOpenChange }: ProofSheetProps) {
  const { busy, run } = useStopAction();
  const [note, setNote] = useState(() => noteDraftOf(stop));
  const unsent = useUnsentPhotos(stop.id);
  const isChanged = news !== 'gone' && note.trim() !== (stop.driverNotes ?? '').trim();
  const saveNote = async () => {
    if (isChanged) {
      if (!(await run({ kind: 'note', pickupId: stop.id, note: note.trim() }))) return;
      deleteNoteDraft(stop.id);
    }
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Note & Photos"
      description={stop.address}
      footer={
        <Button className="w-full sm:w-auto sm:min-w-40" busy={busy} onClick={saveNote}>
          {isChanged ? 'Save' : 'Done'}
        </Button>
      }
    >
      <SheetNotice news={news} />
      <fieldset>
        <legend className="mb-2 font-semibold">Photos</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3">
          {moments.map((moment) => (
            <PhotoSlot key={moment} stop={stop} moment={moment} unsent={unsent[moment] ?? null} />
          ))}
        </div>
        <p className="mt-2 text-[0.9375rem] text-soft leading-snug">
          The customer and the dispatcher can see them. A photo is saved as soon as you take it.
        </p>
      </fieldset>
      <TextareaField
        label="Note (optional)"
        hint="The dispatcher will see it."
        maxLength={maxNoteLength}
        value={note}
        onChange={({ target }) => {
          setNote(target.value);
          saveNoteDraft(stop, target.value);
        }}
        className="mt-4"
      />
    </Dialog>
  );
}
