import { type RefObject, useId, useRef, useState } from 'react';
import {
  type DriverStop,
  type IncompleteReason,
  incompleteReasonLabels,
  incompleteReasons,
  maxNoteLength,
} from '../../../contract/drivers.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { TextareaField } from '../../ui/fields/textarea-field.tsx';
import { noteText } from '../outbox/action.ts';
import { deleteNoteDraft, noteDraftOf, saveNoteDraft } from './note-drafts.ts';
import { PhotoSlot, useUnsentPhotos } from './photo-slot.tsx';
import { Sheet, type StopSheetProps } from './sheet.tsx';
import { SheetNotice } from './sheet-news.tsx';
import { useStopAction } from './use-stop-action.ts';

interface IncompleteSheetProps extends StopSheetProps {
  onDone: () => void;
}

/** Asks why a stop could not be completed (DRIVER-26). */
export function IncompleteSheet({ stop, news, open, onOpenChange, onDone }: IncompleteSheetProps) {
  const { busy, run } = useStopAction();
  const [reason, setReason] = useState<IncompleteReason | null>(null);
  const [note, setNote] = useState(() => noteDraftOf(stop));
  const [problems, setProblems] = useState<IncompleteProblems>({});
  // The sheet's own save changes the stop too. That change must not be announced.
  const [isOurs, setOurs] = useState(false);
  const firstReason = useRef<HTMLInputElement>(null);
  const photoField = useRef<HTMLFieldSetElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const shownNews = isOurs ? null : news;
  const unsent = useUnsentPhotos(stop.id);
  const photoFollows = unsent.before !== undefined || unsent.after !== undefined;
  const isPhotoRequired = clientSettings.incompletePhoto === 'required';
  const isPhotoMissing = isPhotoRequired && !photoFollows && !stop.beforePhotoUrl && !stop.afterPhotoUrl;
  const isNoteChanged = note.trim() !== (stop.driverNotes ?? '').trim();
  const saveNote = async () => await run({ pickupId: stop.id, work: { kind: 'note', note: noteText(note) } });
  const close = () => {
    deleteNoteDraft(stop.id);
    onOpenChange(false);
  };
  const save = async () => {
    const found = incompleteProblems(reason, note, isPhotoMissing);
    setProblems(found);
    if (found.reason) firstReason.current?.focus();
    else if (found.photo) photoField.current?.querySelector('button')?.focus();
    else if (found.note) noteField.current?.focus();
    if (found.reason || found.photo || found.note || reason === null) return;
    setOurs(true);
    // Marking a stop without a note keeps the old note, so an emptied note is deleted by a separate call.
    const isEmptied = note.trim() === '' && isNoteChanged;
    const work = { kind: 'incomplete', reason, note: noteText(note) || null, photoFollows } as const;
    const isSaved = (!isEmptied || (await saveNote())) && (await run({ pickupId: stop.id, work }));
    setOurs(isSaved);
    if (!isSaved) return;
    close();
    onDone();
  };
  const finish = async () => {
    if (shownNews === 'gone' || !isNoteChanged) onOpenChange(false);
    else if (await saveNote()) close();
  };
  return (
    <Sheet
      {...{ open, onOpenChange, busy }}
      title="Mark as Incomplete"
      description={stop.address}
      button={shownNews === null ? 'Save' : shownNews === 'gone' || !isNoteChanged ? 'Close' : 'Save Note'}
      onPress={shownNews ? finish : save}
    >
      <SheetNotice news={shownNews} />
      {shownNews === null && (
        <Reasons
          chosen={reason}
          problem={problems.reason}
          firstReason={firstReason}
          onChoose={(value) => {
            setReason(value);
            setProblems({});
          }}
        />
      )}
      {shownNews === null && isPhotoRequired && (
        <RequiredPhoto
          ref={photoField}
          stop={stop}
          unsent={unsent.before ?? null}
          problem={isPhotoMissing ? problems.photo : undefined}
        />
      )}
      <TextareaField
        ref={noteField}
        label={reason === 'other' && shownNews === null ? 'Note' : 'Note (optional)'}
        hint="The dispatcher will see it."
        error={problems.note}
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

interface ReasonsProps {
  chosen: IncompleteReason | null;
  problem: string | undefined;
  firstReason: RefObject<HTMLInputElement | null>;
  onChoose: (reason: IncompleteReason) => void;
}

function Reasons({ chosen, problem, firstReason, onChoose }: ReasonsProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend className="mb-2 font-semibold">Reason</legend>
      <div className="space-y-2">
        {incompleteReasons.map((value, index) => (
          <label
            key={value}
            className="flex min-h-12 items-center gap-3 rounded-control border border-control bg-paper px-3.5 py-2 font-semibold leading-tight transition-colors not-has-checked:hover:bg-step has-checked:border-azure has-checked:bg-azure-wash has-checked:ring-1 has-checked:ring-azure has-checked:ring-inset"
          >
            <input
              ref={index === 0 ? firstReason : undefined}
              type="radio"
              name={`${id}-reason`}
              value={value}
              checked={chosen === value}
              onChange={() => onChoose(value)}
              className="size-5 shrink-0 accent-azure"
            />
            <span>{incompleteReasonLabels[value]}</span>
          </label>
        ))}
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="mt-1.5 text-[0.9375rem] text-brick leading-snug">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

interface RequiredPhotoProps {
  stop: DriverStop;
  /** The photo taken on this phone that is still waiting to be sent. */
  unsent: Blob | null;
  problem: string | undefined;
  ref: RefObject<HTMLFieldSetElement | null>;
}

/** The photo field, if the deployment requires a photo. The photo may be sent after the reason. */
function RequiredPhoto({ stop, unsent, problem, ref }: RequiredPhotoProps) {
  const id = useId();
  return (
    <fieldset ref={ref} aria-describedby={problem ? `${id}-problem` : undefined} className="mt-4">
      <legend className="mb-2 font-semibold">Photo (required)</legend>
      <div className="max-w-60">
        <PhotoSlot stop={stop} moment="before" unsent={unsent} />
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="mt-1.5 text-[0.9375rem] text-brick leading-snug">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** Error messages by field; empty if the form is valid. */
interface IncompleteProblems {
  reason?: string;
  photo?: string;
  note?: string;
}

/** Returns the form's error messages. A reason is required, a photo may be, and 'Other' needs a note (DRIVER-26). */
export function incompleteProblems(
  reason: IncompleteReason | null,
  note: string,
  isPhotoMissing = false,
): IncompleteProblems {
  if (reason === null) return { reason: 'Please choose a reason' };
  if (isPhotoMissing) return { photo: 'Please take a photo of what you found' };
  if (note.trim().length > maxNoteLength) return { note: 'The note must be less than 500 characters' };
  if (reason === 'other' && note.trim() === '') return { note: 'Please say what happened' };
  return {};
}
