import { type FormEvent, useId, useRef, useState } from 'react';
import {
  type IncompleteReason,
  incompleteReasonLabels,
  incompleteReasons,
  maxNoteLength,
} from '../../../contract/drivers.ts';
import { serverNow } from '../../api/server-clock.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../ui/dialog/form-buttons.tsx';
import { RadioCard, RadioMark } from '../../ui/fields/radio-card.tsx';
import { TextareaField } from '../../ui/fields/textarea-field.tsx';
import { futureText, type MoveDialogProps } from './complete-dialog.tsx';
import { type Press, useSendMove } from './send-move.ts';
import { isFuture } from './words.ts';

type Move = 'reportIssue' | 'markIncomplete' | 'reopen';

const words = {
  reportIssue: { title: 'Report an Issue', field: 'What happened?', confirm: 'Report Issue' },
  markIncomplete: { title: 'Mark as Incomplete', field: 'Note', confirm: 'Mark Incomplete' },
  reopen: { title: 'Reopen this pickup?', field: 'Why?', confirm: 'Reopen' },
} as const;

const missing = 'Please write what happened';

/** Asks for the reason before reporting an issue, marking a pickup incomplete or reopening it. */
export function ReasonDialog({ pickup, open, onOpenChange, move }: MoveDialogProps & { move: Move }) {
  const formId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState<IncompleteReason | null>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<{ reason?: string; text?: string }>({});
  const send = useSendMove(pickup, () => onOpenChange(false));
  const isTextNeeded = move !== 'markIncomplete' || reason === 'other';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    const written = text.trim();
    if (move === 'markIncomplete' && reason === null) return setProblem({ reason: 'Please choose a reason' });
    if (isTextNeeded && !written) {
      setProblem({ text: move === 'reopen' ? 'Please give a reason' : missing });
      return field.current?.focus();
    }
    send.mutate(pressOf(move, reason, written));
  };
  const { title, field: label, confirm } = words[move];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      dismissible={!send.isPending}
      description={
        <>
          <span translate="no" className="block break-words font-semibold text-ink">
            {pickup.address}
          </span>
          {move === 'reopen' && (
            <span>It returns to its driver as an open stop. Refunds and upcoming pickups don't change.</span>
          )}
          {move !== 'reopen' && isFuture(pickup, serverNow()) && <span>{futureText(pickup)}</span>}
        </>
      }
      footer={
        <FormButtons form={formId} onCancel={() => onOpenChange(false)} busy={send.isPending}>
          {confirm}
        </FormButtons>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        {move === 'markIncomplete' && (
          <Reasons
            chosen={reason}
            problem={problem.reason}
            onChoose={(value) => {
              setReason(value);
              setProblem({});
            }}
          />
        )}
        <TextareaField
          ref={field}
          label={isTextNeeded ? label : `${label} (optional)`}
          rows={2}
          maxLength={maxNoteLength}
          value={text}
          error={problem.text}
          hint={move === 'reopen' ? 'Saved in the history.' : 'For dispatchers and the driver, not the customer.'}
          onChange={({ target }) => {
            setText(target.value);
            setProblem({});
          }}
        />
      </form>
    </Dialog>
  );
}

function pressOf(move: Move, reason: IncompleteReason | null, text: string): Press {
  if (move === 'reopen') return { move, reason: text };
  if (move === 'reportIssue') return { move, note: text };
  return { move, reason: reason ?? 'other', note: text || null };
}

interface ReasonsProps {
  chosen: IncompleteReason | null;
  problem: string | undefined;
  onChoose: (reason: IncompleteReason) => void;
}

function Reasons({ chosen, problem, onChoose }: ReasonsProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend className="mb-2 font-semibold">Reason</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {incompleteReasons.map((value) => (
          <RadioCard
            key={value}
            group={id}
            value={value}
            checked={chosen === value}
            onChoose={() => onChoose(value)}
            className="flex min-h-12 items-center gap-3 px-4 py-2"
          >
            <RadioMark />
            <span className="font-semibold leading-tight">{incompleteReasonLabels[value]}</span>
          </RadioCard>
        ))}
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="mt-1.5 text-brick leading-snug">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
