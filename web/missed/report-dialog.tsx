import { type FormEvent, useId, useRef, useState } from 'react';
import { type MissedState, maxReportLength } from '../../contract/pickups/missed.ts';
import type { Pickup } from '../../contract/pickups.ts';
import { messageOf } from '../api/api-error.ts';
import { serverNow } from '../api/server-clock.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { FormButtons } from '../ui/dialog/form-buttons.tsx';
import { TextareaField } from '../ui/fields/textarea-field.tsx';
import { toast } from '../ui/toast/toast.ts';
import { missedWordsOf } from './missed-words.ts';
import { useReport } from './use-missed.ts';
import { VisitEvidence } from './visit-evidence.tsx';

interface ReportDialogProps {
  pickup: Pickup;
  state: MissedState;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Sends a report, after explaining the consequences. */
export function ReportDialog({ pickup, state, open, onOpenChange }: ReportDialogProps) {
  const formId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState<string>();
  const report = useReport(pickup.id, (after) => {
    onOpenChange(false);
    const words = missedWordsOf(after, after.report?.recovery ?? pickup, serverNow());
    if (words) toast({ title: words.title, description: words.text });
  });
  const { verdict, evidence } = state;
  const needsMessage = verdict === 'evidence';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (report.isPending) return;
    if (needsMessage && !message.trim()) {
      setProblem('Please tell the dispatcher what happened.');
      return field.current?.focus();
    }
    report.mutate(message);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={needsMessage ? 'Message the dispatcher' : 'Report this pickup as missed?'}
      description={consequenceOf(state)}
      dismissible={!report.isPending}
      failure={report.error && messageOf(report.error, "We couldn't send your report. Please try again.")}
      footer={
        <FormButtons form={formId} onCancel={() => onOpenChange(false)} busy={report.isPending}>
          {needsMessage ? 'Send message' : 'Report missed'}
        </FormButtons>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        {evidence && <VisitEvidence evidence={evidence} pickup={pickup} />}
        <TextareaField
          ref={field}
          label={needsMessage ? 'What happened?' : 'What happened? (optional)'}
          rows={3}
          maxLength={maxReportLength}
          value={message}
          error={problem}
          hint="For example, where the bags are now."
          onChange={({ target }) => {
            setMessage(target.value);
            setProblem(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}

function consequenceOf({ verdict }: MissedState): string {
  if (verdict === 'recover')
    return "We'll come back on the next possible day, first on the route. It costs nothing extra.";
  return "A dispatcher will check it and decide within 24 hours. We'll tell you here and by email.";
}
