import { useId, useRef, useState } from 'react';
import {
  type DriverStop,
  type IncompleteReason,
  incompleteReasonLabels,
  incompleteReasons,
  maxNoteLength,
} from '../../contract/drivers.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextareaField } from '../ui/textarea-field.tsx';
import { type IncompleteProblems, incompleteProblems } from './incomplete-form.ts';
import { useAct } from './use-act.ts';

interface IncompleteSheetProps {
  stop: DriverStop;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDone: () => void;
}

/** Why a stop could not be done. */
export function IncompleteSheet({ stop, open, onOpenChange, onDone }: IncompleteSheetProps) {
  const id = useId();
  const { busy, run } = useAct();
  const [reason, setReason] = useState<IncompleteReason | null>(null);
  const [note, setNote] = useState(stop.driverNotes ?? '');
  const [problems, setProblems] = useState<IncompleteProblems>({});
  const firstReason = useRef<HTMLInputElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const save = async () => {
    const found = incompleteProblems(reason, note);
    setProblems(found);
    if (found.reason) firstReason.current?.focus();
    else if (found.note) noteField.current?.focus();
    if (found.reason || found.note || reason === null) return;
    const isSafe = await run({ kind: 'incomplete', pickupId: stop.id, reason, note: note.trim() || null });
    if (!isSafe) return;
    onOpenChange(false);
    onDone();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Mark as Incomplete"
      description={stop.address}
      footer={
        <Button className="w-full sm:w-auto sm:min-w-40" busy={busy} onClick={save}>
          Save
        </Button>
      }
    >
      <fieldset aria-describedby={problems.reason ? `${id}-problem` : undefined}>
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
                checked={reason === value}
                onChange={() => {
                  setReason(value);
                  setProblems({});
                }}
                className="size-5 shrink-0 accent-azure"
              />
              {incompleteReasonLabels[value]}
            </label>
          ))}
        </div>
        {problems.reason && (
          <p id={`${id}-problem`} role="alert" className="mt-1.5 text-[0.9375rem] text-brick leading-snug">
            {problems.reason}
          </p>
        )}
      </fieldset>
      <TextareaField
        ref={noteField}
        label={reason === 'other' ? 'Note' : 'Note (optional)'}
        hint="The dispatcher reads it."
        error={problems.note}
        maxLength={maxNoteLength}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        className="mt-4"
      />
    </Dialog>
  );
}
