import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import {
  decideMissed,
  type MissedDecision,
  type MissedDetails,
  maxReportLength,
} from '../../contract/pickups/missed.ts';
import type { AdminPickup } from '../../contract/pickups.ts';
import { call } from '../api/call.ts';
import { refreshAdmin } from '../api/refresh-admin.ts';
import { serverNow } from '../api/server-clock.ts';
import { Button } from '../ui/button/button.tsx';
import { TextareaField } from '../ui/fields/textarea-field.tsx';
import { toast, toastFailure } from '../ui/toast/toast.ts';
import { missedLabel, recordText, usualReason } from './missed-words.ts';
import { VisitEvidence } from './visit-evidence.tsx';

interface DecideReportProps {
  missed: MissedDetails;
  pickup: Pick<AdminPickup, 'id' | 'address' | 'driverNotes'>;
  onDecided: () => void;
}

/** The facts for the dispatcher's decision on a report, and a button for each outcome. */
export function DecideReport({ missed, pickup, onDecided }: DecideReportProps) {
  const [now] = useState(() => serverNow());
  const [reason, setReason] = useState(() => usualReason(missed));
  const decide = useDecide(missed.reportId, onDecided);
  const { evidence } = missed;
  const isReasonMissing = reason.trim() === '';
  return (
    <section aria-label="Decide" className="space-y-3">
      <p className="break-words">
        <span>{recordText(evidence, now)}</span>
        <span className="block text-soft">
          {pickup.driverNotes ? `Driver: “${pickup.driverNotes}”` : 'No note from the driver'}
        </span>
      </p>
      {evidence.photos.length > 0 ? (
        <VisitEvidence evidence={evidence} pickup={pickup} />
      ) : (
        <p className="text-soft">No photo of this visit</p>
      )}
      <Button
        className="w-full"
        icon={<CircleCheck className="size-5" aria-hidden="true" />}
        busy={decide.isPending}
        onClick={() => decide.mutate({ decision: 'missed' })}
      >
        {missedLabel(evidence)}
      </Button>
      <TextareaField
        label="Or tell the customer why it wasn't missed"
        rows={3}
        maxLength={maxReportLength}
        value={reason}
        error={isReasonMissing ? 'Please tell the customer why.' : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button
        variant="outline"
        className="w-full"
        icon={<CircleX className="size-5" aria-hidden="true" />}
        disabled={decide.isPending || isReasonMissing}
        onClick={() => decide.mutate({ decision: 'not-missed', reason })}
      >
        Not missed
      </Button>
    </section>
  );
}

function useDecide(reportId: string, onDecided: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: MissedDecision) => call(decideMissed, { params: { id: reportId }, body }),
    onSuccess: async ({ state }) => {
      onDecided();
      const title = state === 'missed' ? 'Decided: missed' : 'Decided: not missed';
      toast({ title, description: 'We notified the customer by email and in the app.' });
      await refreshAdmin(cache);
    },
    onError: async (error) => {
      toastFailure(error, "We couldn't save the decision. Please try again.");
      await refreshAdmin(cache);
    },
  });
}
