import type { AdminPickup } from '../../../contract/pickups.ts';
import { type DialogSubject, useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { RescheduleDialog } from '../reschedule/dialog.tsx';
import { RequestCancelDialog } from './cancel-dialog.tsx';
import { RequestDetails } from './details.tsx';

interface RequestDialogsProps {
  details: DialogSubject<AdminPickup>;
  reschedule: DialogSubject<AdminPickup>;
}

/** The dialogs of a request. They are rendered beside the list because a refresh may remove the row. */
export function RequestDialogs({ details, reschedule }: RequestDialogsProps) {
  const cancel = useDialogSubject<AdminPickup>();
  return (
    <>
      {details.subject && (
        <RequestDetails
          key={details.opening}
          asOpened={details.subject}
          open={details.open}
          onOpenChange={details.setOpen}
          onReschedule={reschedule.show}
          onCancel={cancel.show}
        />
      )}
      {reschedule.subject && (
        <RescheduleDialog
          key={`reschedule ${reschedule.opening}`}
          open={reschedule.open}
          onOpenChange={reschedule.setOpen}
          subject={{
            kind: 'pickup',
            id: reschedule.subject.id,
            title: reschedule.subject.address,
            currentDate: reschedule.subject.scheduledDate,
          }}
        />
      )}
      {cancel.subject && (
        <RequestCancelDialog
          key={`cancel ${cancel.opening}`}
          request={cancel.subject}
          open={cancel.open}
          onOpenChange={cancel.setOpen}
          onDone={() => details.setOpen(false)}
        />
      )}
    </>
  );
}
