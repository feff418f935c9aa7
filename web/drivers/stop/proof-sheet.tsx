import { useState } from 'react';
import { maxNoteLength } from '../../../contract/drivers.ts';
import type { PhotoMoment } from '../../../contract/photos.ts';
import { TextareaField } from '../../ui/fields/textarea-field.tsx';
import { noteText } from '../outbox/action.ts';
import { deleteNoteDraft, noteDraftOf, saveNoteDraft } from './note-drafts.ts';
import { PhotoSlot, useUnsentPhotos } from './photo-slot.tsx';
import { Sheet, type StopSheetProps } from './sheet.tsx';
import { SheetNotice } from './sheet-news.tsx';
import { useStopAction } from './use-stop-action.ts';

const moments: readonly PhotoMoment[] = ['before', 'after'];

/** Asks for photos of the stop and a note (DRIVER-27). */
export function ProofSheet({ stop, news, open, onOpenChange }: StopSheetProps) {
  const { busy, run } = useStopAction();
  const [note, setNote] = useState(() => noteDraftOf(stop));
  const unsent = useUnsentPhotos(stop.id);
  const isChanged = news !== 'gone' && note.trim() !== (stop.driverNotes ?? '').trim();
  const saveNote = async () => {
    if (isChanged) {
      if (!(await run({ pickupId: stop.id, work: { kind: 'note', note: noteText(note) } }))) return;
      deleteNoteDraft(stop.id);
    }
    onOpenChange(false);
  };
  return (
    <Sheet
      {...{ open, onOpenChange, busy }}
      title="Note & Photos"
      description={stop.address}
      button={isChanged ? 'Save' : 'Done'}
      onPress={saveNote}
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
    </Sheet>
  );
}
